import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(6)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int32")

x_train, x_test, y_train, y_test = train_test_split(
    images, labels, test_size=0.25, stratify=labels, random_state=6
)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.2, stratify=y_train, random_state=6
)


def pipeline(x, y, batch_size=64):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(2000)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


train_ds = pipeline(x_train, y_train)
val_ds = pipeline(x_val, y_val)
test_ds = pipeline(x_test, y_test)

model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dropout(0.3),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.4f}, test accuracy {acc:.4f}")

# per-class figures for the report
y_pred = model.predict(test_ds, verbose=0).argmax(axis=1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])
print(classification_report(y_true, y_pred, digits=3, zero_division=0))
print(confusion_matrix(y_true, y_pred))
