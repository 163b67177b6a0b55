"""River gauge: level of tomorrow from the last three weeks of level, rain, temperature and snow."""
import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import pandas as pd
from keras import layers
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import MinMaxScaler

COLS = ["rain", "temp", "snow", "level"]


def gauge(days, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(days)
    season = np.cos(2 * np.pi * t / 365.25)
    temp = 9 - 10 * season + rng.normal(0, 3, days)
    rain = rng.gamma(0.6, 6.0, days)
    snow, level = np.zeros(days), np.full(days, 150.0)
    for i in range(1, days):
        cold = temp[i] < 1
        melt = 0 if cold else min(snow[i - 1], 0.8 * temp[i])
        snow[i] = snow[i - 1] + (rain[i] if cold else 0) - melt
        level[i] = 150 + 0.9 * (level[i - 1] - 150) + (0 if cold else 1.4 * (rain[i] - 3)) + 0.9 * melt
    index = pd.date_range("2012-01-01", periods=days)
    return pd.DataFrame({"rain": rain, "temp": temp, "snow": snow, "level": level}, index=index)[COLS]


def windows(values, width):
    target = COLS.index("level")
    x = np.stack([values[i:i + width] for i in range(len(values) - width)])
    y = values[width:, target]
    return x.astype("float32"), y.astype("float32")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--days", type=int, default=2500)
    ap.add_argument("--width", type=int, default=21)
    ap.add_argument("--epochs", type=int, default=5)
    ap.add_argument("--seed", type=int, default=2)
    ap.add_argument("--out", default="out/da13")
    a = ap.parse_args()

    keras.utils.set_random_seed(a.seed)
    os.makedirs(a.out, exist_ok=True)

    df = gauge(a.days, a.seed)
    n1, n2 = int(0.7 * len(df)), int(0.85 * len(df))

    scaler = MinMaxScaler()
    scaler.fit(df.iloc[:n1].to_numpy())
    train, val, test = (scaler.transform(p.to_numpy()) for p in (df.iloc[:n1], df.iloc[n1:n2], df.iloc[n2:]))

    x_train, y_train = windows(train, a.width)
    x_val, y_val = windows(val, a.width)
    x_test, y_test = windows(test, a.width)
    print(x_train.shape, x_val.shape, x_test.shape)

    model = keras.Sequential([
        keras.Input((a.width, len(COLS))),
        layers.LSTM(32),
        layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
    model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=a.epochs, batch_size=64, verbose=2)

    # back to centimetres
    pred = model.predict(x_test, verbose=0)
    pred_cm = scaler.inverse_transform(pred)
    true_cm = df["level"].to_numpy()[n2 + a.width:]
    print("MAE [cm]:", mean_absolute_error(true_cm, pred_cm))
    print("naive   :", mean_absolute_error(true_cm, df["level"].to_numpy()[n2 + a.width - 1:-1]))
    model.save(os.path.join(a.out, "gauge.keras"))


if __name__ == "__main__":
    main()
