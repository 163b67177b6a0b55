"""One-step forecasts of a noisy series: stacked LSTM, own PyDataset, uncertainty by MC dropout."""
import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers

WINDOW, BATCH, EPOCHS = 30, 32, 16
OUT = "out/fc15"


class Windows(keras.utils.PyDataset):
    """x: WINDOW values, y: the value that comes next."""

    def __init__(self, series, shuffle=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.series = series
        self.starts = np.arange(len(series) - WINDOW)
        self.rng = np.random.default_rng(seed) if shuffle else None
        self.on_epoch_end()

    def __len__(self):
        return math.ceil(len(self.starts) / BATCH)

    def __getitem__(self, idx):
        starts = self.starts[idx * BATCH : (idx + 1) * BATCH]
        x = self.series[starts[:, None] + np.arange(WINDOW)]
        y = self.series[starts + WINDOW]
        return x[..., None], y[:, None]

    def on_epoch_end(self):
        if self.rng is not None:
            self.rng.shuffle(self.starts)

    def targets(self):
        return np.concatenate([self[i][1] for i in range(len(self))])


class Forecaster(keras.Model):
    def __init__(self, units=32, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        self.lower = layers.LSTM(units, return_sequences=True)
        self.upper = layers.LSTM(units)
        self.dropout = layers.Dropout(rate)
        self.head = layers.Dense(1)

    def call(self, x, training=None):
        h = self.upper(self.lower(x))
        h = self.dropout(h, training=training)
        # the head says how far the next value is from the last one
        return x[:, -1] + self.head(h)


def make_series(n=2200):
    rng = np.random.default_rng(15)
    t = np.arange(n)
    s = 10 + 3 * np.sin(2 * np.pi * t / 25) + 1.5 * np.sin(2 * np.pi * t / 60)
    return (s + rng.normal(scale=0.15, size=n)).astype("float32")


def step_down(epoch, lr):
    # called once per epoch
    return lr * 0.3 if epoch in (8, 12) else lr


def main():
    keras.utils.set_random_seed(15)
    os.makedirs(OUT, exist_ok=True)

    raw = make_series()
    past, later, last = raw[:1500], raw[1500:1850], raw[1850:]
    mean, std = past.mean(), past.std()
    past, later, last = ((part - mean) / std for part in (past, later, last))

    train = Windows(past, shuffle=True, seed=1)
    val = Windows(later)
    test = Windows(last)

    model = Forecaster()
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=3e-3, clipnorm=1.0),
        loss=keras.losses.Huber(),
        metrics=["mae"],
    )
    stop = keras.callbacks.EarlyStopping("val_loss", patience=5, restore_best_weights=True)
    schedule = keras.callbacks.LearningRateScheduler(step_down)
    model.fit(train, validation_data=val, epochs=EPOCHS, callbacks=[schedule, stop], verbose=2)

    _, mae = model.evaluate(test, verbose=0)
    y = test.targets()
    forecast = model.predict(test, verbose=0)
    naive = np.mean(np.abs(np.diff(last[WINDOW - 1 :])))
    print(f"test mae {mae:.3f} (by hand {np.mean(np.abs(forecast - y)):.3f}), naive {naive:.3f}")
    print(f"in the series' own units: {mae * std:.3f}")

    # dropout is left on here on purpose: the spread of 20 draws for one batch
    x, _ = test[0]
    draws = np.stack([np.asarray(model(x, training=True)) for _ in range(20)])
    print(f"mean spread of the forecasts {draws.std(axis=0).mean():.3f}")
    model.save_weights(os.path.join(OUT, "forecaster.weights.h5"))


if __name__ == "__main__":
    main()
