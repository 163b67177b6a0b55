# Two outputs from one trunk: which digit it is (classification) and how much ink it has (regression).
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


def load():
    d = load_digits()
    x = (d.images / 16.0).astype("float32")[..., np.newaxis]
    # ink in the upper half minus ink in the lower half
    balance = x[:, :4].sum(axis=(1, 2, 3)) - x[:, 4:].sum(axis=(1, 2, 3))
    return train_test_split(x, d.target, balance, test_size=0.25, random_state=30, stratify=d.target)


def build():
    image = keras.Input((8, 8, 1), name="image")
    t = layers.Conv2D(16, 3, activation="relu", padding="same")(image)
    t = layers.Conv2D(16, 3, activation="relu", padding="same", strides=2)(t)
    t = layers.Flatten()(t)
    t = layers.Dense(64, activation="relu")(t)
    digit = layers.Dense(10, activation="softmax", name="digit")(layers.Dropout(0.25)(t))
    balance = layers.Dense(1, name="balance")(t)
    return keras.Model(image, {"digit": digit, "balance": balance})


def main():
    keras.utils.set_random_seed(30)
    x_tr, x_te, digit_tr, digit_te, bal_tr, bal_te = load()
    centre, spread = bal_tr.mean(), bal_tr.std()

    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss={"digit": "sparse_categorical_crossentropy", "balance": "mse"},
        loss_weights={"digit": 1.0, "balance": 0.5},
        metrics={"digit": ["accuracy"], "balance": ["mae"]},
    )
    model.fit(x_tr, {"digit": digit_tr, "balance": (bal_tr - centre) / spread},
              epochs=15, batch_size=32, verbose=2)

    pred = model.predict(x_te, verbose=0)
    acc = np.mean(pred["digit"].argmax(-1) == digit_te)
    err = np.abs(pred["balance"][:, 0] * spread + centre - bal_te).mean()
    print(f"digit accuracy {acc:.3f}")
    print(f"ink balance MAE {err:.3f} (always the mean: {np.abs(bal_te - centre).mean():.3f})")


if __name__ == "__main__":
    main()
