"""Keras: noisy ten-class problem, keep the model that was best on the validation rows."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/if08"
os.makedirs(OUT, exist_ok=True)
BEST = os.path.join(OUT, "best.keras")

tf.keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)

digits = load_digits()
x = (digits.data / 16.0).astype("float32")
y = digits.target.astype("int64")
# bad scans: a strong noise on every picture
x = x + rng.normal(0, 0.35, size=x.shape).astype("float32")

x_train, x_rest, y_train, y_rest = train_test_split(x, y, train_size=500, stratify=y, random_state=17)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=17)


def build_model():
    inputs = tf.keras.Input(shape=(64,))
    h = tf.keras.layers.Dense(256, activation="relu")(inputs)
    h = tf.keras.layers.Dense(256, activation="relu")(h)
    outputs = tf.keras.layers.Dense(10, activation="softmax")(h)
    return tf.keras.Model(inputs, outputs)


model = build_model()
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

checkpoint = tf.keras.callbacks.ModelCheckpoint(
    BEST,
    monitor="val_acc",
    mode="max",
    save_best_only=True,
)

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=40,
    batch_size=32,
    callbacks=[checkpoint],
    verbose=2,
)

curve = history.history["val_accuracy"]
print(f"highest validation accuracy {max(curve):.4f} in epoch {int(np.argmax(curve)) + 1} of {len(curve)}")

best = tf.keras.models.load_model(BEST)
_, val_accuracy = best.evaluate(x_val, y_val, verbose=0)
_, test_accuracy = best.evaluate(x_test, y_test, verbose=0)
print(f"best model: validation {val_accuracy:.4f}, test {test_accuracy:.4f}")
