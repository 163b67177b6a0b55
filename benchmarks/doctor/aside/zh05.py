import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

BATCH = 32
AUTOTUNE = tf.data.AUTOTUNE

keras.utils.set_random_seed(13)


def make_dataset(images, labels):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.shuffle(1000)
    return ds.batch(BATCH).prefetch(AUTOTUNE)


def make_test_dataset(images, labels):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.shuffle(len(images))
    return ds.batch(BATCH).prefetch(AUTOTUNE)


def build_model():
    inputs = keras.Input(shape=(8, 8, 1))
    x = keras.layers.Rescaling(1.0 / 16)(inputs)
    x = keras.layers.Conv2D(16, 3, padding="same", activation="relu")(x)
    x = keras.layers.MaxPooling2D()(x)
    x = keras.layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = keras.layers.Flatten()(x)
    x = keras.layers.Dropout(0.2)(x)
    outputs = keras.layers.Dense(10, activation="softmax")(x)
    return keras.Model(inputs, outputs)


digits = load_digits()
images = digits.images[..., np.newaxis].astype("float32")
x_train, x_test, y_train, y_test = train_test_split(
    images, digits.target, test_size=0.2, stratify=digits.target, random_state=13
)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.15, stratify=y_train, random_state=13
)

train_ds = make_dataset(x_train, y_train)
val_ds = make_dataset(x_val, y_val)
test_ds = make_test_dataset(x_test, y_test)

model = build_model()
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=8, verbose=2)

test_loss, test_acc = model.evaluate(test_ds, verbose=0)
print(f"evaluate: loss={test_loss:.4f} accuracy={test_acc:.4f}")

y_prob = model.predict(test_ds, verbose=0)
y_pred = np.argmax(y_prob, axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

print(classification_report(y_true, y_pred, digits=3))
print(confusion_matrix(y_true, y_pred))
