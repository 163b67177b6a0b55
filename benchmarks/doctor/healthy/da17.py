# %% Sales of three shops, next day from the last four weeks. Keras, one model for all the shops.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(19)
os.makedirs("out/da17", exist_ok=True)
WIDTH = 28


# %% the table: long format, one row for each shop and day
def shop(name, level, seed, days=1200):
    rng = np.random.default_rng(seed)
    date = pd.date_range("2021-01-01", periods=days)
    week = np.array([0, -4, -2, 3, 15, 30, -42])[date.dayofweek]
    year = 12 * np.sin(2 * np.pi * date.dayofyear / 365.25)
    noise = np.zeros(days)
    for i in range(1, days):
        noise[i] = 0.6 * noise[i - 1] + rng.normal(0, 5)
    return pd.DataFrame({"shop": name, "date": date, "sold": level + week + year + noise})


table = pd.concat([shop("a", 150, 1), shop("b", 240, 2), shop("c", 90, 3)], ignore_index=True)
table = table.sort_values(["shop", "date"]).reset_index(drop=True)
table["dow"] = table.date.dt.dayofweek
print(table.groupby("shop").sold.agg(["size", "mean", "std"]).round(1))

# %% two dates cut the time for all the shops alike
first_val, first_test = pd.Timestamp("2023-05-01"), pd.Timestamp("2023-10-01")
past = table[table.date < first_val]
stats = past.groupby("shop").sold.agg(["mean", "std"])
table["z"] = (table.sold - table.shop.map(stats["mean"])) / table.shop.map(stats["std"])

# %% windows never cross from one shop into another; the day of the label decides the split
xs, ys, dows, when, who = [], [], [], [], []
for name, g in table.groupby("shop"):
    z = g.z.to_numpy("float32")
    view = np.lib.stride_tricks.sliding_window_view(z, WIDTH)[:-1]
    xs.append(view[..., None])
    ys.append(z[WIDTH:])
    dows.append(np.eye(7, dtype="float32")[g.dow.to_numpy()[WIDTH:]])
    when.append(g.date.to_numpy()[WIDTH:])
    who.append(np.full(len(z) - WIDTH, name))
x, y, dow, when, who = (np.concatenate(v) for v in (xs, ys, dows, when, who))
is_train = when < np.datetime64(first_val)
is_test = when >= np.datetime64(first_test)
is_val = ~is_train & ~is_test


def dataset(mask, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices(({"history": x[mask], "dow": dow[mask]}, y[mask, None]))
    if shuffle:
        ds = ds.shuffle(int(mask.sum()), seed=19)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


train_ds, val_ds, test_ds = dataset(is_train, shuffle=True), dataset(is_val), dataset(is_test)

# %%
history_in = keras.Input((WIDTH, 1), name="history")
dow_in = keras.Input((7,), name="dow")
h = layers.Conv1D(24, 7, padding="causal", activation="relu")(history_in)
h = layers.Flatten()(h)
h = layers.Concatenate()([h, dow_in])
h = layers.Dense(32, activation="relu")(h)
out = layers.Dense(1)(h)  # standardised sales may be negative: no activation
model = keras.Model({"history": history_in, "dow": dow_in}, out)
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss=keras.losses.Huber(), metrics=["mae"])

callbacks = [
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2),
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True),
]
model.fit(train_ds, validation_data=val_ds, epochs=30, callbacks=callbacks, verbose=2)

# %% back to pieces; the naive forecast is the same weekday of last week
std = stats["std"].loc[who[is_test]].to_numpy()
pred = model.predict(test_ds, verbose=0)[:, 0]
mae = np.mean(np.abs(pred - y[is_test]) * std)
naive = np.mean(np.abs(x[is_test, -7, 0] - y[is_test]) * std)
print(f"test MAE {mae:.2f} pieces, same day last week {naive:.2f}")
model.save("out/da17/sales.keras")
