"""Digits with a small conv net; at the end a confusion matrix to see which ones get mixed up."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(0)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")

x_rest, x_test, y_rest, y_test = train_test_split(
    images, labels, test_size=0.2, random_state=0, stratify=labels)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, random_state=0, stratify=y_rest)


def pipeline(x, y, batch_size=64):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(buffer_size=len(x))
    ds = ds.batch(batch_size)
    return ds.prefetch(tf.data.AUTOTUNE)


train_ds = pipeline(x_train, y_train)
val_ds = pipeline(x_val, y_val)
test_ds = pipeline(x_test, y_test)

model = keras.Sequential([
    keras.Input(shape=(8, 8, 1)),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(64, 3, padding="same", activation="relu"),
    layers.GlobalAveragePooling2D(),
    layers.Dropout(0.2),
    layers.Dense(10, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)

history = model.fit(train_ds, validation_data=val_ds, epochs=25, verbose=2)
print("last validation accuracy:", round(history.history["val_accuracy"][-1], 3))

# which digits are taken for which?
y_true = np.concatenate([y.numpy() for _, y in test_ds])
y_prob = model.predict(test_ds, verbose=0)
y_pred = y_prob.argmax(axis=1)

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, zero_division=0))
print("test accuracy:", round(float((y_true == y_pred).mean()), 3))
