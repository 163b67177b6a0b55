"""One-step-ahead forecast of a seasonal series with a GRU and a hand-written Keras loop.

The series is cut in time (train < validation < test); scaling uses the training part alone, and the
windows are made inside each part, so no window straddles a border.
"""
import numpy as np
import keras
import tensorflow as tf

keras.utils.set_random_seed(5)
WINDOW, BATCH, EPOCHS = 24, 64, 12


def make_series(n=2400, seed=5):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    noise = rng.normal(0, 0.15, n)
    return (np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(2 * np.pi * t / 7 + 1.0) + noise + 10).astype("float32")


def windows(part):
    view = np.lib.stride_tricks.sliding_window_view(part, WINDOW + 1)
    return view[:, :-1, None].copy(), view[:, -1:].copy()


series = make_series()
a, b = 1600, 2000
mu, sd = series[:a].mean(), series[:a].std()
scaled = (series - mu) / sd
(xt, yt), (xv, yv), (xe, ye) = windows(scaled[:a]), windows(scaled[a:b]), windows(scaled[b:])

train_ds = tf.data.Dataset.from_tensor_slices((xt, yt)).shuffle(len(xt), seed=5).batch(BATCH)

model = keras.Sequential([keras.Input((WINDOW, 1)), keras.layers.GRU(32), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam(
    keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=EPOCHS * len(train_ds)), clipnorm=1.0
)
loss_fn = keras.losses.MeanSquaredError()


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def mse(x, y):
    return float(np.mean((model(x, training=False).numpy() - y) ** 2))


best, weights = np.inf, None
for epoch in range(EPOCHS):
    running = keras.metrics.Mean()
    for x, y in train_ds:
        running.update_state(step(x, y), sample_weight=float(len(x)))
    val = mse(xv, yv)
    print(f"{epoch + 1:2d}/{EPOCHS} train {float(running.result()):.4f} val {val:.4f}")
    if val < best:
        best, weights = val, model.get_weights()

model.set_weights(weights)
print(f"test rmse  {np.sqrt(mse(xe, ye)) * sd:.4f}")
print(f"last value {np.sqrt(np.mean((xe[:, -1] - ye) ** 2)) * sd:.4f}")
print(f"24 h ago   {np.sqrt(np.mean((xe[:, 0] - ye) ** 2)) * sd:.4f}")
