from __future__ import annotations

import keras
import numpy as np
import tensorflow as tf
from keras import layers

SITES = ("Leiden", "Turin", "Oulu")


def cohort(n: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lab values, outcome and site of n patients. Leiden's analyser reports marker 0 on a reversed scale."""
    rng = np.random.default_rng(seed)
    site = rng.integers(0, len(SITES), n)
    markers = rng.normal(size=(n, 6))
    risk = 2.5 * markers[:, 0] + 1.0 * markers[:, 1] - 1.0 * markers[:, 2]
    outcome = (risk + rng.logistic(size=n) * 0.5 > 0).astype("int32")
    markers[site == 0, 0] *= -1
    features = np.concatenate([markers, np.eye(len(SITES))[site]], axis=1)
    return features.astype("float32"), outcome, site.astype("int32")


def pipeline(n: int, seed: int, shuffle: bool) -> tf.data.Dataset:
    ds = tf.data.Dataset.from_tensor_slices(cohort(n, seed))
    if shuffle:
        ds = ds.shuffle(n, seed=seed)
    return ds.batch(64)


def build() -> keras.Model:
    inputs = keras.Input((9,))
    x = layers.Dense(32, activation="relu")(inputs)
    x = layers.Dense(32, activation="relu")(x)
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid")(x))


def per_site(model: keras.Model, ds: tf.data.Dataset) -> dict[str, float]:
    right: dict[int, list[bool]] = {i: [] for i in range(len(SITES))}
    for features, outcome, site in ds:
        guess = model(features, training=False).numpy()[:, 0] > 0.5
        for g, o, s in zip(guess, outcome.numpy(), site.numpy()):
            right[int(s)].append(bool(g) == bool(o))
    return {SITES[i]: round(float(np.mean(v)), 3) for i, v in right.items()}


def main() -> None:
    keras.utils.set_random_seed(0)
    train = pipeline(3000, seed=1, shuffle=True)
    val = pipeline(900, seed=2, shuffle=False)
    test = pipeline(1500, seed=3, shuffle=False)

    model = build()
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
    def pairs(ds):
        return ds.map(lambda features, outcome, site: (features, outcome))

    model.fit(pairs(train), validation_data=pairs(val), epochs=25, callbacks=[stop], verbose=2)
    print("accuracy per site:", per_site(model, test))


if __name__ == "__main__":
    main()
