import argparse
import numpy as np
import keras
from keras import layers


def draw(kind, rng):
    img = rng.normal(0, 0.15, (16, 16))
    r, c = rng.integers(4, 12, 2)
    s = rng.integers(2, 5)
    yy, xx = np.mgrid[:16, :16]
    if kind == 0:
        mask = (np.abs(yy - r) <= s) & (np.abs(xx - c) <= s)
    elif kind == 1:
        mask = (yy - r) ** 2 + (xx - c) ** 2 <= s * s
        mask &= (yy - r) ** 2 + (xx - c) ** 2 >= (s - 1.5) ** 2
    elif kind == 2:
        mask = (np.abs(yy - r) <= s) & (xx == c) | (np.abs(xx - c) <= s) & (yy == r)
    else:
        mask = (np.abs(yy - r) == np.abs(xx - c)) & (np.abs(yy - r) <= s)
    img[mask] += 1.0
    return img


def make(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, n)
    x = np.stack([draw(k, rng) for k in y])[..., None].astype("float32")
    return x, y


def get_model():
    return keras.Sequential([
        layers.Input((16, 16, 1)),
        layers.Conv2D(16, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, activation="relu"),
        layers.GlobalMaxPooling2D(),
        layers.Dense(32, activation="relu"),
        layers.Dense(4, activation="softmax"),
    ])


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=3e-3)
    args = ap.parse_args()

    keras.utils.set_random_seed(5)
    x_train, y_train = make(1200, 0)
    x_val, y_val = make(300, 1)
    x_test, y_test = make(300, 2)
    steps_per_epoch = int(np.ceil(len(x_train) / args.batch_size))
    print("steps per epoch:", steps_per_epoch)

    schedule = keras.optimizers.schedules.CosineDecay(initial_learning_rate=args.lr, decay_steps=args.epochs)
    model = get_model()
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=schedule),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(x_train, y_train, validation_data=(x_val, y_val),
              epochs=args.epochs, batch_size=args.batch_size, verbose=2)

    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print("test accuracy: %.3f" % acc)
