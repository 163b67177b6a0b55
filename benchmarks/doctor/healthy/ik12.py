"""River level three hours ahead from the last two days: causal convolutions in Keras, split in time."""
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(8)
HISTORY, AHEAD, BATCH, EPOCHS = 48, 3, 64, 12


def river(hours, seed=8):
    rng = np.random.default_rng(seed)
    rain = np.where(rng.random(hours) < 0.04, rng.gamma(2.0, 3.0, hours), 0.0)
    soil, level = 0.0, 0.0
    rows = np.zeros((hours, 2), dtype="float32")
    for t in range(hours):
        soil = 0.93 * soil + rain[t]
        level = 0.97 * level + 0.06 * soil
        rows[t] = rain[t], 1.0 + 0.2 * level + rng.normal(0, 0.02)
    return rows


def make_dataset(rows, shuffle):
    """Windows that start at hour i and the level AHEAD hours after the window's last hour."""
    first_target = HISTORY + AHEAD - 1
    return keras.utils.timeseries_dataset_from_array(
        data=rows[:-AHEAD], targets=rows[first_target:, 1:2], sequence_length=HISTORY,
        batch_size=BATCH, shuffle=shuffle, seed=8 if shuffle else None)


rows = river(6000)
train_rows, val_rows, test_rows = rows[:4000], rows[4000:5000], rows[5000:]
centre, spread = train_rows.mean(axis=0), train_rows.std(axis=0)
train_rows, val_rows, test_rows = [(r - centre) / spread for r in (train_rows, val_rows, test_rows)]

train, val, test = make_dataset(train_rows, True), make_dataset(val_rows, False), make_dataset(test_rows, False)

inputs = keras.Input((HISTORY, 2))
x = inputs
for dilation in (1, 2, 4, 8):
    x = layers.Conv1D(24, 3, padding="causal", dilation_rate=dilation, activation="relu")(x)
last = layers.Lambda(lambda s: s[:, -1, :], output_shape=(24,), name="last_hour")(x)
now = layers.Lambda(lambda s: s[:, -1, 1:2], output_shape=(1,), name="level_now")(inputs)
change = layers.Dense(1)(last)
model = keras.Model(inputs, layers.Add()([now, change]))

model.compile(
    optimizer=keras.optimizers.Adam(
        keras.optimizers.schedules.CosineDecay(2e-3, decay_steps=EPOCHS * len(train)), clipnorm=1.0),
    loss="mse")
model.fit(train, validation_data=val, epochs=EPOCHS, verbose=2)

# test is not shuffled, so truth and prediction are in the same order
truth = np.concatenate([y.numpy() for _, y in test])[:, 0]
naive = np.concatenate([w.numpy()[:, -1, 1] for w, _ in test])
guess = model.predict(test, verbose=0)[:, 0]
assert truth.shape == naive.shape == guess.shape

for name, p in (("as it is now", naive), ("network", guess)):
    error = (truth - p) * spread[1]
    print(f"{name:13s} mae {np.abs(error).mean():.4f} m   rmse {np.sqrt(np.square(error).mean()):.4f} m")
skill = 1 - np.square(truth - guess).sum() / np.square(truth - naive).sum()
print(f"skill over the naive forecast {skill:.3f}")
