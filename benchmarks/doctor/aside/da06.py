"""Load forecast, one hour ahead, from the last two days (Keras, small dense net over the lags)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import pandas as pd
from keras import layers

HISTORY = 48
BATCH = 64
OUT = "out/da06"


def make_load(hours=4000, seed=1):
    rng = np.random.default_rng(seed)
    idx = pd.date_range("2024-01-01", periods=hours, freq="h")
    t = np.arange(hours)
    day = 120 * np.sin(2 * np.pi * (t - 7) / 24)
    week = np.where(idx.dayofweek < 5, 60, -40)
    ar = np.zeros(hours)
    for i in range(1, hours):
        ar[i] = 0.8 * ar[i - 1] + rng.normal(0, 18)
    return pd.Series(600 + day + week + ar, index=idx, name="load_mw")


def windows(values, shuffle):
    # the next value after each window of HISTORY hours is the label
    return keras.utils.timeseries_dataset_from_array(
        data=values,
        targets=values,
        sequence_length=HISTORY,
        batch_size=BATCH,
        shuffle=shuffle,
        seed=0 if shuffle else None,
    )


def build():
    model = keras.Sequential([
        keras.Input((HISTORY, 1)),
        layers.Flatten(),
        layers.Dense(64, activation="relu"),
        layers.Dense(32, activation="relu"),
        layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
    return model


def main():
    keras.utils.set_random_seed(1)
    os.makedirs(OUT, exist_ok=True)
    load = make_load()
    cut1, cut2 = int(len(load) * 0.7), int(len(load) * 0.85)
    train, val, test = load.iloc[:cut1], load.iloc[cut1:cut2], load.iloc[cut2:]
    mean, std = train.mean(), train.std()

    def prep(s):
        return ((s - mean) / std).to_numpy(dtype="float32")[:, None]

    train_ds = windows(prep(train), shuffle=True)
    val_ds = windows(prep(val), shuffle=False)
    test_ds = windows(prep(test), shuffle=False)

    model = build()
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)
    model.fit(train_ds, validation_data=val_ds, epochs=12, callbacks=[stop], verbose=2)

    _, mae = model.evaluate(test_ds, verbose=0)
    naive = test.diff().abs().mean()
    print(f"test MAE {mae * std:.1f} MW, naive (last hour again) {naive:.1f} MW")
    model.save(f"{OUT}/load.keras")


if __name__ == "__main__":
    main()
