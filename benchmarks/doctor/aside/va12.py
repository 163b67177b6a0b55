# Keras model for handwritten digits, with a per-class report at the end
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

SEED = 2024
BATCH = 32
keras.utils.set_random_seed(SEED)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_hold, y_train, y_hold = train_test_split(X, y, test_size=0.3, stratify=y, random_state=SEED)
X_val, X_test, y_val, y_test = train_test_split(
    X_hold, y_hold, test_size=0.5, stratify=y_hold, random_state=SEED
)


def make_ds(features, target):
    ds = tf.data.Dataset.from_tensor_slices((features, target))
    ds = ds.shuffle(len(target))
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds = make_ds(X_train, y_train)
val_ds = make_ds(X_val, y_val)
test_ds = make_ds(X_test, y_test)

model = keras.Sequential(
    [
        keras.Input(shape=(64,)),
        layers.Dense(128, activation="relu"),
        layers.Dropout(0.3),
        layers.Dense(64, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=25,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)],
    verbose=2,
)

probs = model.predict(test_ds, verbose=0)
y_pred = probs.argmax(axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, digits=3))
