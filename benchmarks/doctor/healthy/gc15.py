"""Next-hour load forecast: sliding windows, split in time, compared with the naive forecast."""
import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np

WINDOW = 48


def make_series(n_hours, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(n_hours)
    daily = 8.0 * np.sin(2 * np.pi * t / 24)
    half_day = 4.0 * np.sin(2 * np.pi * t / 12 + 0.7)
    weekly = 3.0 * np.sin(2 * np.pi * t / 168)
    return (50 + daily + half_day + weekly + rng.normal(scale=0.6, size=n_hours)).astype("float32")


def windows(values, shuffle, seed=None):
    """Input: WINDOW hours, target: the hour that follows them."""
    return keras.utils.timeseries_dataset_from_array(
        data=values[:-1, None],
        targets=values[WINDOW:, None],
        sequence_length=WINDOW,
        batch_size=64,
        shuffle=shuffle,
        seed=seed,
    )


def collect_targets(ds):
    return np.concatenate([np.asarray(target) for _, target in ds]).ravel()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hours", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--out", default="out/gc15")
    args = parser.parse_args()
    keras.utils.set_random_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)

    series = make_series(args.hours, args.seed)
    a, b = int(0.7 * len(series)), int(0.85 * len(series))
    train_part, val_part, test_part = series[:a], series[a:b], series[b:]

    # mean and deviation of the past only
    mean, std = float(train_part.mean()), float(train_part.std())
    train_ds = windows((train_part - mean) / std, shuffle=True, seed=args.seed)
    val_ds = windows((val_part - mean) / std, shuffle=False)
    test_ds = windows((test_part - mean) / std, shuffle=False)

    model = keras.Sequential(
        [
            keras.layers.Input((WINDOW, 1)),
            keras.layers.Conv1D(16, 5, padding="causal", activation="relu"),
            keras.layers.GRU(24),
            keras.layers.Dense(1),
        ]
    )
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])

    best_file = os.path.join(args.out, "best.keras")
    model.fit(
        train_ds,
        validation_data=val_ds,
        epochs=args.epochs,
        callbacks=[
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=8),
            keras.callbacks.ModelCheckpoint(best_file, monitor="val_loss", mode="min", save_best_only=True),
        ],
        verbose=2,
    )

    best = keras.saving.load_model(best_file)
    forecast = best.predict(test_ds, verbose=0).ravel() * std + mean
    actual = collect_targets(test_ds) * std + mean
    mae = np.mean(np.abs(forecast - actual))

    yesterday = test_part[WINDOW - 24 : -24]
    naive = np.mean(np.abs(yesterday - test_part[WINDOW:]))
    print(f"test MAE: network {mae:.3f}, same hour of yesterday {naive:.3f} ({len(actual)} hours)")


if __name__ == "__main__":
    main()
