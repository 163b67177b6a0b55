import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

WINDOW = 30
HOURS = 24 * 7 * 16


def simulate_load(hours, rng):
    """Hourly electricity load in MW: daily and weekly rhythm plus slow weather."""
    t = np.arange(hours)
    daily = 18 * np.sin(2 * np.pi * (t - 7) / 24) + 7 * np.sin(4 * np.pi * t / 24)
    weekend = np.where((t // 24) % 7 >= 5, -12.0, 0.0)
    weather = np.zeros(hours)
    for i in range(1, hours):
        weather[i] = 0.97 * weather[i - 1] + rng.normal(scale=1.2)
    return (100 + daily + weekend + weather + rng.normal(scale=1.0, size=hours)).astype("float32")


def windows(series, shuffle):
    return keras.utils.timeseries_dataset_from_array(
        data=series[:, None],
        targets=series,
        sequence_length=WINDOW,
        batch_size=64,
        shuffle=shuffle,
        seed=0,
    )


def main():
    keras.utils.set_random_seed(1)
    load = simulate_load(HOURS, np.random.default_rng(1))
    a, b = int(0.7 * HOURS), int(0.85 * HOURS)
    mean, std = load[:a].mean(), load[:a].std()
    scaled = (load - mean) / std
    train, val, test = scaled[:a], scaled[a:b], scaled[b:]

    model = keras.Sequential(
        [
            keras.Input((WINDOW, 1)),
            keras.layers.Conv1D(24, 5, activation="relu", padding="causal"),
            keras.layers.Flatten(),
            keras.layers.Dense(32, activation="relu"),
            keras.layers.Dense(1),
        ]
    )
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
    model.fit(
        windows(train, shuffle=True),
        validation_data=windows(val, shuffle=False),
        epochs=20,
        callbacks=[
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True),
        ],
        verbose=2,
    )
    _, val_mae = model.evaluate(windows(val, shuffle=False), verbose=0)
    print(f"validation MAE: {val_mae * std:.2f} MW")

    # walk over the last weeks: after every WINDOW hours forecast the next hour
    history = sliding_window_view(test, WINDOW)[:-1]
    actual = test[WINDOW:]
    forecast = model.predict(history[..., None], verbose=0)[:, 0]
    print(f"one-hour-ahead MAE, test weeks: {np.abs(forecast - actual).mean() * std:.2f} MW")
    print(f"same, last value carried over:  {np.abs(history[:, -1] - actual).mean() * std:.2f} MW")


if __name__ == "__main__":
    main()
