"""Small convnet on the 8x8 digits, just to get a feeling for Keras 3."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

SEED = 7
keras.utils.set_random_seed(SEED)

digits = load_digits()
images = digits.images.astype("float32")[..., None] / 16.0
labels = digits.target.astype("int32")

x_rest, x_test, y_rest, y_test = train_test_split(
    images, labels, test_size=0.2, stratify=labels, random_state=SEED
)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED
)
print("train / val / test:", len(x_train), len(x_val), len(x_test))


def build_model(num_classes=10):
    inputs = keras.Input(shape=(8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", activation="relu")(inputs)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = layers.MaxPooling2D()(h)
    h = layers.Flatten()(h)
    h = layers.Dense(64, activation="relu")(h)
    h = layers.Dropout(0.2)(h)
    outputs = layers.Dense(num_classes, name="scores")(h)
    return keras.Model(inputs, outputs, name="digit_net")


model = build_model()
model.summary()
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    x_train,
    y_train,
    batch_size=32,
    epochs=12,
    validation_data=(x_val, y_val),
    verbose=2,
)

best = int(np.argmax(history.history["val_accuracy"]))
print(f"best epoch {best + 1}: val accuracy {history.history['val_accuracy'][best]:.3f}")

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.4f}  test accuracy {acc:.3f}")

# a few single predictions
pred = np.argmax(model.predict(x_test[:10], verbose=0), axis=-1)
for p, t in zip(pred, y_test[:10]):
    print("predicted", p, "true", t)
