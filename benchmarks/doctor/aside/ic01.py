# Handwritten digits, 8x8, small convnet (functional API)
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)

BATCH = 32
EPOCHS = 12
NUM_CLASSES = 10


def get_data():
    digits = load_digits()
    x = (digits.images / 16.0).astype("float32")[..., None]
    y = digits.target.astype("int32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=1)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=2)
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def get_model():
    inputs = keras.Input(shape=(8, 8, 1), name="image")
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(inputs)
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.MaxPooling2D()(x)
    x = layers.Flatten()(x)
    x = layers.Dense(64, activation="relu")(x)
    x = layers.Dropout(0.25)(x)
    outputs = layers.Dense(NUM_CLASSES, name="digit")(x)
    return keras.Model(inputs, outputs, name="digit_cnn")


(x_train, y_train), (x_val, y_val), (x_test, y_test) = get_data()
print("train", x_train.shape, "val", x_val.shape, "test", x_test.shape)

model = get_model()
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

history = model.fit(
    x_train,
    y_train,
    batch_size=BATCH,
    epochs=EPOCHS,
    validation_data=(x_val, y_val),
    verbose=2,
)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.4f}  test accuracy {acc:.4f}")

pred = model.predict(x_test, verbose=0).argmax(axis=1)
for d in range(NUM_CLASSES):
    rows = y_test == d
    print(d, f"{np.mean(pred[rows] == d):.3f}", int(rows.sum()))
