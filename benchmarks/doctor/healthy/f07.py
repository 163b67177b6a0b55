"""Fraud-like rare event detection, keeps the best epoch by validation AUC."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tempfile

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 5
tf.keras.utils.set_random_seed(SEED)


def get_data():
    X, y = make_classification(
        n_samples=6000, n_features=24, n_informative=10, n_redundant=4, n_clusters_per_class=4,
        weights=[0.93], class_sep=0.9, flip_y=0.01, random_state=SEED,
    )
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=SEED)
    scaler = StandardScaler().fit(X_tr)
    return [(scaler.transform(a).astype("float32"), b) for a, b in ((X_tr, y_tr), (X_va, y_va), (X_te, y_te))]


def build(n_features, bias):
    inputs = tf.keras.Input((n_features,))
    x = tf.keras.layers.Dense(64, activation="relu")(inputs)
    x = tf.keras.layers.Dropout(0.2)(x)
    x = tf.keras.layers.Dense(32, activation="relu")(x)
    out = tf.keras.layers.Dense(1, activation="sigmoid", bias_initializer=tf.keras.initializers.Constant(bias))(x)
    return tf.keras.Model(inputs, out)


(x_train, y_train), (x_val, y_val), (x_test, y_test) = get_data()
pos = y_train.mean()
model = build(x_train.shape[1], np.log(pos / (1 - pos)))
model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-4),
    loss="binary_crossentropy",
    metrics=[tf.keras.metrics.AUC(name="auc")],
)

with tempfile.TemporaryDirectory() as folder:
    best_path = os.path.join(folder, "best.weights.h5")
    checkpoint = tf.keras.callbacks.ModelCheckpoint(
        best_path,
        monitor="val_auc",
        mode="max",
        save_best_only=True,
        save_weights_only=True,
    )
    model.fit(
        x_train, y_train,
        validation_data=(x_val, y_val),
        batch_size=64,
        epochs=25,
        class_weight={0: 1.0, 1: 5.0},
        callbacks=[checkpoint],
        verbose=2,
    )
    model.load_weights(best_path)

p = model.predict(x_test, verbose=0).ravel()
print(f"test ROC AUC {roc_auc_score(y_test, p):.4f}   average precision {average_precision_score(y_test, p):.4f}")
