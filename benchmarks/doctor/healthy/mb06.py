# %% [markdown]
# Hourly load of a small shop: forecast the next 6 hours from the last 48.
# Split in time; scaling from the training period; no window crosses a border.

# %%
import os
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
PAST, NEXT, BATCH = 48, 6, 64

# %%
hours = np.arange(24 * 150)
rng = np.random.default_rng(8)
noise = np.zeros(len(hours))
for i in range(1, len(hours)):
    noise[i] = 0.7 * noise[i - 1] + rng.normal(0, 0.6)
day = np.sin(2 * np.pi * hours / 24) + 0.5 * np.sin(4 * np.pi * hours / 24 + 1)
week = np.where((hours // 24) % 7 >= 5, -3.0, 0.0)
load = 20 + 5 * day + week + noise

# %%
a, b = int(len(load) * 0.7), int(len(load) * 0.85)
mean, std = load[:a].mean(), load[:a].std()
# hour and weekday are known ahead of time, they are calendar and no measurement
calendar = np.stack([np.sin(2 * np.pi * hours / 24), np.cos(2 * np.pi * hours / 24), ((hours // 24) % 7 >= 5) * 1.0], axis=1)
table = np.concatenate([((load - mean) / std)[:, None], calendar], axis=1).astype("float32")
parts = {"train": table[:a], "val": table[a:b], "test": table[b:]}


# %%
def windows(rows, shuffle):
    ds = tf.data.Dataset.from_tensor_slices(rows)
    ds = ds.window(PAST + NEXT, shift=1, drop_remainder=True)
    ds = ds.flat_map(lambda w: w.batch(PAST + NEXT, drop_remainder=True))
    # the target is the load of the coming hours; of those the model sees the calendar only
    ds = ds.map(lambda w: ({"history": w[:PAST], "coming": w[PAST:, 1:]}, w[PAST:, 0]), num_parallel_calls=2)
    if shuffle:
        ds = ds.cache().shuffle(4000, seed=1)
    return ds.batch(BATCH).prefetch(1)


train, val, test = windows(parts["train"], True), windows(parts["val"], False), windows(parts["test"], False)

# %%
history = keras.Input((PAST, 4), name="history")
coming = keras.Input((NEXT, 3), name="coming")
h = keras.layers.Conv1D(32, 5, padding="causal", activation="relu")(history)
h = keras.layers.GRU(32)(h)
h = keras.layers.Concatenate()([h, keras.layers.Flatten()(coming)])
h = keras.layers.Dense(64, activation="relu")(h)
change = keras.layers.Dense(NEXT, kernel_initializer="zeros")(h)
last = keras.layers.Lambda(lambda t: t[:, -1, :1], output_shape=(1,))(history)
# starts as "the load stays as it is" and learns the change
model = keras.Model({"history": history, "coming": coming}, keras.layers.Add()([change, keras.layers.RepeatVector(NEXT)(last)[..., 0]]))
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="huber", metrics=["mae"])

# %%
model.fit(
    train,
    validation_data=val,
    epochs=12,
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)],
)

# %%
truth = np.concatenate([y.numpy() for _, y in test])
guess = model.predict(test, verbose=0)
inputs = np.concatenate([x["history"].numpy() for x, _ in test])
persistence = np.repeat(inputs[:, -1:, 0], NEXT, axis=1)
yesterday = inputs[:, PAST - 24 : PAST - 24 + NEXT, 0]


def mae(p):
    return float(np.abs(p - truth).mean() * std)  # in the unit of the load


print(f"test MAE  network {mae(guess):.3f}  last value {mae(persistence):.3f}  same hour yesterday {mae(yesterday):.3f}")
print("by hour ahead:", np.round(np.abs(guess - truth).mean(axis=0) * std, 3))
os.makedirs("out/mb06", exist_ok=True)
np.savez("out/mb06/forecast.npz", guess=guess * std + mean, truth=truth * std + mean)
