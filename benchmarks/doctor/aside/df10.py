"""Few labelled digits, many augmented views of them."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

AUTO = tf.data.AUTOTUNE
SIZE = 12  # digits are put on a somewhat larger canvas so that they can move
BATCH = 32
EPOCHS = 30
OUT = "out/df10"


def load():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32").reshape(-1, 8, 8, 1)
    x = np.pad(x, ((0, 0), (2, 2), (2, 2), (0, 0)))
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, train_size=300, stratify=y, random_state=1)
    x_va, x_te, y_va, y_te = train_test_split(x_te, y_te, train_size=300, stratify=y_te, random_state=1)
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def augment(image, label):
    # move by up to two pixels, change the brightness, add grain
    dy, dx = np.random.randint(-2, 3, size=2)
    image = tf.roll(image, shift=[dy, dx], axis=[0, 1])
    image = image * np.random.uniform(0.7, 1.3)
    image = image + np.random.normal(0.0, 0.08, size=(SIZE, SIZE, 1)).astype("float32")
    return tf.clip_by_value(image, 0.0, 1.0), label


def make_train(x, y):
    ds = tf.data.Dataset.from_tensor_slices((x, y)).cache()
    ds = ds.shuffle(len(x), seed=1)
    ds = ds.map(augment, num_parallel_calls=AUTO)
    return ds.batch(BATCH).prefetch(AUTO)


def make_eval(x, y):
    return tf.data.Dataset.from_tensor_slices((x, y)).batch(256).cache()


def make_model():
    return keras.Sequential(
        [
            keras.Input((SIZE, SIZE, 1)),
            layers.Conv2D(24, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(48, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.3),
            layers.Dense(10, activation="softmax"),
        ]
    )


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(1)
    train, val, test = load()

    model = make_model()
    model.compile(
        keras.optimizers.Adam(2e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    stop = keras.callbacks.EarlyStopping("val_loss", patience=6, restore_best_weights=True)
    model.fit(
        make_train(*train),
        validation_data=make_eval(*val),
        epochs=EPOCHS,
        callbacks=[stop],
        verbose=2,
    )
    print("test:", model.evaluate(make_eval(*test), verbose=0, return_dict=True))

    moved = np.roll(test[0], (-2, 2), axis=(1, 2))
    print("test, moved:", model.evaluate(make_eval(moved, test[1]), verbose=0, return_dict=True))
    model.save(f"{OUT}/digits.keras")
