"""Next-hour load forecast with a small LSTM."""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers

WINDOW = 24
BATCH = 64


def make_series(hours=3000, seed=12):
    """Daily cycle, a slow trend and noise with some memory."""
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    noise = np.zeros(hours)
    for i in range(1, hours):
        noise[i] = 0.6 * noise[i - 1] + rng.normal(0, 4.0)
    return 50 + 15 * np.sin(2 * np.pi * t / 24) + 0.001 * t + noise


def windows(values, shuffle):
    # a window of WINDOW hours, and the load to be forecast for it
    return keras.utils.timeseries_dataset_from_array(
        data=values[:, None],
        targets=values[WINDOW - 1:, None],
        sequence_length=WINDOW,
        batch_size=BATCH,
        shuffle=shuffle,
        seed=12 if shuffle else None,
    )


def build():
    inputs = keras.Input((WINDOW, 1))
    h = layers.LSTM(32)(inputs)
    outputs = layers.Dense(1)(h)
    model = keras.Model(inputs, outputs)
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
    return model


def main():
    keras.utils.set_random_seed(12)
    series = make_series()

    # oldest 70 % for training, then validation, the newest part for the test
    a, b = int(0.7 * len(series)), int(0.85 * len(series))
    mean, std = series[:a].mean(), series[:a].std()
    scaled = ((series - mean) / std).astype("float32")
    train = windows(scaled[:a], shuffle=True)
    valid = windows(scaled[a:b], shuffle=False)
    test = windows(scaled[b:], shuffle=False)

    model = build()
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
    model.fit(train, validation_data=valid, epochs=20, callbacks=[stop], verbose=2)

    _, mae = model.evaluate(test, verbose=0)
    last = np.abs(np.diff(series[b:])).mean()
    print(f"test MAE of the model      {mae * std:.2f} MW")
    print(f"test MAE of 'as last hour' {last:.2f} MW")


if __name__ == "__main__":
    main()
