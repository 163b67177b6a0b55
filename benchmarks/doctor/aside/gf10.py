"""Fine-tuning in two phases with Keras: head only, then everything."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(17)


def digits(which):
    X, y = load_digits(return_X_y=True)
    keep = np.isin(y, which)
    X = (X[keep] / 16.0).astype("float32").reshape(-1, 8, 8, 1)
    y = np.searchsorted(which, y[keep])
    return train_test_split(X, y, test_size=0.3, stratify=y, random_state=17)


def make_base():
    inp = keras.Input((8, 8, 1))
    h = layers.Conv2D(8, 3, padding="same", activation="relu")(inp)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(16, 3, padding="same", activation="relu")(h)
    h = layers.GlobalAveragePooling2D()(h)
    return keras.Model(inp, h, name="base")


def add_head(base, n):
    inp = keras.Input((8, 8, 1))
    out = layers.Dense(n)(base(inp))
    return keras.Model(inp, out)


def compile_(model, lr):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


def main():
    base = make_base()

    # source task: tell 0, 1, 2 and 3 apart
    X_tr, X_va, y_tr, y_va = digits([0, 1, 2, 3])
    source = add_head(base, 4)
    compile_(source, 3e-3)
    source.fit(X_tr, y_tr, validation_data=(X_va, y_va), epochs=10, batch_size=32, verbose=0)
    print("source task:", source.evaluate(X_va, y_va, verbose=0))

    # target task, phase 1: new head on frozen features
    X_tr, X_va, y_tr, y_va = digits([4, 5, 6, 7, 8, 9])
    base.trainable = False
    model = add_head(base, 6)
    compile_(model, 3e-3)
    h1 = model.fit(X_tr, y_tr, validation_data=(X_va, y_va), epochs=8, batch_size=32, verbose=0)
    print("phase 1 val acc:", round(h1.history["val_accuracy"][-1], 4))

    # phase 2: everything, gently
    base.trainable = True
    model.optimizer.learning_rate = 1e-3
    h2 = model.fit(X_tr, y_tr, validation_data=(X_va, y_va), epochs=20, batch_size=32, verbose=0)
    print("phase 2 val acc:", round(h2.history["val_accuracy"][-1], 4))
    print("trainable weights:", sum(int(np.prod(w.shape)) for w in model.trainable_weights))


if __name__ == "__main__":
    main()
