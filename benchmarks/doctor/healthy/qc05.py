"""One-step-ahead forecasting with a TF GradientTape loop.

The series is cut in time BEFORE it is windowed, so no window reaches across a border.
Reference: persistence (tomorrow = today).
"""
import pathlib

import numpy as np
import tensorflow as tf

LOOKBACK, BATCH, EPOCHS = 48, 64, 12
tf.keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

t = np.arange(3600)
series = (
    np.sin(2 * np.pi * t / 24)
    + 0.5 * np.sin(2 * np.pi * t / 9 + 1.0)
    + 0.15 * rng.standard_normal(t.size)
).astype("float32") * 4 + 20

past, middle, future = series[:2400], series[2400:3000], series[3000:]
mu, sd = past.mean(), past.std()


def windows(part):
    z = (part - mu) / sd
    view = np.lib.stride_tricks.sliding_window_view(z, LOOKBACK + 1)
    return view[:, :-1, None].copy(), view[:, -1:].copy()


xtr, ytr = windows(past)
xva, yva = windows(middle)
xte, yte = windows(future)
train_ds = tf.data.Dataset.from_tensor_slices((xtr, ytr)).shuffle(len(xtr), seed=1).batch(BATCH).prefetch(2)

model = tf.keras.Sequential([
    tf.keras.Input((LOOKBACK, 1)),
    tf.keras.layers.Conv1D(24, 5, padding="causal", activation="relu"),
    tf.keras.layers.Conv1D(24, 5, padding="causal", dilation_rate=4, activation="relu"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dense(1),
])
steps = EPOCHS * len(train_ds)
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(2e-3, decay_steps=steps))
mse = tf.keras.losses.MeanSquaredError()


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def rmse(x, y):
    """in the units of the series"""
    guess = model(x, training=False).numpy()
    return float(np.sqrt(np.mean((guess - y) ** 2)) * sd)


best, best_weights = np.inf, None
for epoch in range(EPOCHS):
    losses = [step(x, y).numpy() for x, y in train_ds]
    val = rmse(xva, yva)
    print(f"epoch {epoch + 1:2d}: train mse (scaled) {np.mean(losses):.4f}   val rmse {val:.3f}")
    if val < best:
        best, best_weights = val, model.get_weights()

model.set_weights(best_weights)
persistence = float(np.sqrt(np.mean((xte[:, -1] - yte) ** 2)) * sd)
print(f"test rmse {rmse(xte, yte):.3f} | persistence {persistence:.3f} | noise floor {0.15 * 4:.3f}")

out = pathlib.Path("out/qc05")
out.mkdir(parents=True, exist_ok=True)
model.save(out / "forecaster.keras")
