"""Benign or malignant: a Keras model that ends in logits."""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(15)

X, benign = load_breast_cancer(return_X_y=True)
X, y = X.astype("float32"), (1 - benign).astype("float32")      # 1: malignant
X_fit, X_test, y_fit, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=15)
X_train, X_val, y_train, y_val = train_test_split(X_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=15)


def pipeline(X, y, training):
    ds = tf.data.Dataset.from_tensor_slices((X, y[:, None])).cache()
    if training:
        ds = ds.shuffle(len(X), seed=15)
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)


train_ds = pipeline(X_train, y_train, True)
val_ds = pipeline(X_val, y_val, False)

norm = layers.Normalization(axis=-1)
norm.adapt(X_train)

inputs = keras.Input((X.shape[1],))
h = norm(inputs)
h = layers.Dense(32, use_bias=False)(h)
h = layers.BatchNormalization()(h)
h = layers.Activation("relu")(h)
h = layers.Dropout(0.3)(h)
h = layers.Dense(16, activation="relu")(h)
logit = layers.Dense(1)(h)
model = keras.Model(inputs, logit)

share = float(y_train.mean())
class_weight = {0: 0.5 / (1 - share), 1: 0.5 / share}

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[
        keras.metrics.BinaryAccuracy(name="acc", threshold=0.0),
        keras.metrics.AUC(name="auc", from_logits=True),
    ],
)
callbacks = [
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5),
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=12, restore_best_weights=True),
]
model.fit(train_ds, validation_data=val_ds, epochs=60,
          class_weight=class_weight, callbacks=callbacks, verbose=2)

test_logits = model.predict(X_test, verbose=0).ravel()
probs = 1.0 / (1.0 + np.exp(-test_logits))
print(f"test AUC {roc_auc_score(y_test, probs):.3f}")
print("confusion matrix (rows: truth, benign first)")
print(confusion_matrix(y_test.astype(int), (probs >= 0.5).astype(int)))
