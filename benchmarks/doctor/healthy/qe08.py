"""Breast cancer screening with Keras: probability model first, decision threshold second.

The threshold is the largest one that still finds 97 % of the malignant validation rows.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(17)

bunch = load_breast_cancer()
features = bunch.data.astype("float32")
malignant = (bunch.target == 0).astype("float32")  # in this data set 0 stands for malignant

x_dev, x_test, y_dev, y_test = train_test_split(
    features, malignant, test_size=0.25, stratify=malignant, random_state=17)
x_train, x_val, y_train, y_val = train_test_split(
    x_dev, y_dev, test_size=0.25, stratify=y_dev, random_state=17)


def build(n_features):
    scale = tf.keras.layers.Normalization(axis=-1)
    scale.adapt(x_train)  # training rows and no others
    inputs = tf.keras.Input(shape=(n_features,))
    h = scale(inputs)
    h = tf.keras.layers.Dense(32, activation="relu", kernel_regularizer="l2")(h)
    h = tf.keras.layers.Dropout(0.3)(h)
    h = tf.keras.layers.Dense(16, activation="relu", kernel_regularizer="l2")(h)
    outputs = tf.keras.layers.Dense(1, activation="sigmoid")(h)
    return tf.keras.Model(inputs, outputs)


model = build(features.shape[1])
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=3e-3),
    loss=tf.keras.losses.BinaryCrossentropy(),  # the last layer is a sigmoid: probabilities
    metrics=[tf.keras.metrics.AUC(name="auc"), tf.keras.metrics.BinaryAccuracy(name="acc")],
)

stop = tf.keras.callbacks.EarlyStopping(
    monitor="val_loss", mode="min", patience=15, restore_best_weights=True)
history = model.fit(
    x_train, y_train[:, None],
    validation_data=(x_val, y_val[:, None]),
    epochs=120, batch_size=32, callbacks=[stop], verbose=0,
)
print("epochs run:", len(history.history["loss"]),
      "| best val loss:", round(min(history.history["val_loss"]), 4))


def probability(x):
    return model.predict(x, batch_size=256, verbose=0)[:, 0]


p_val = probability(x_val)
sick = np.sort(p_val[y_val == 1])
allowed_misses = int(np.floor(0.03 * len(sick)))
threshold = float(sick[allowed_misses])
print(f"threshold from validation: {threshold:.3f}, "
      f"validation recall {np.mean(sick >= threshold):.3f}")

p_test = probability(x_test)
decision = (p_test >= threshold).astype(int)
tn, fp, fn, tp = confusion_matrix(y_test.astype(int), decision, labels=[0, 1]).ravel()
print(f"test: AUC {roc_auc_score(y_test, p_test):.4f}  recall {tp / (tp + fn):.3f}  "
      f"precision {tp / (tp + fp):.3f}  accuracy {(tp + tn) / len(y_test):.3f}")
print(f"nobody is ill: accuracy {np.mean(y_test == 0):.3f}, recall 0")
