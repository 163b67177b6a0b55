"""Next-hour load forecast with a GRU; custom TensorFlow loop.

Time is cut into three consecutive stretches (train | validation | test). Windows are made inside each
stretch, so that no window reaches over a border. The yardstick is persistence: 'as in the last hour'.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(2024)
WINDOW = 24
BATCH = 64
EPOCHS = 12


def simulate(n, rng):
    t = np.arange(n)
    daily = 3.0 * np.sin(2 * np.pi * t / 24) + 1.2 * np.sin(4 * np.pi * t / 24 + 0.7)
    weekly = 1.5 * np.cos(2 * np.pi * t / 168)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.7 * noise[i - 1] + rng.normal(scale=0.3)
    return (50.0 + daily + weekly + noise).astype("float32")


def windows(series):
    """(N, WINDOW, 1) inputs and the (N, 1) value that follows each."""
    view = np.lib.stride_tricks.sliding_window_view(series, WINDOW + 1)
    return view[:, :-1, None].copy(), view[:, -1:].copy()


series = simulate(4000, np.random.default_rng(1))
parts = {"train": series[:2800], "val": series[2800:3400], "test": series[3400:]}
mu, sigma = parts["train"].mean(), parts["train"].std()
data = {name: windows((part - mu) / sigma) for name, part in parts.items()}

n_train = len(data["train"][0])
train_ds = (tf.data.Dataset.from_tensor_slices(data["train"])
            .shuffle(n_train, seed=7)              # windows, not hours: the order within a window stays
            .batch(BATCH).prefetch(tf.data.AUTOTUNE))
eval_ds = {k: tf.data.Dataset.from_tensor_slices(data[k]).batch(256) for k in ("val", "test")}

model = tf.keras.Sequential([
    tf.keras.Input(shape=(WINDOW, 1)),
    tf.keras.layers.GRU(32),
    tf.keras.layers.Dense(1),
])
steps = EPOCHS * int(np.ceil(n_train / BATCH))
optimizer = tf.keras.optimizers.Adam(
    tf.keras.optimizers.schedules.CosineDecay(initial_learning_rate=5e-3, decay_steps=steps), clipnorm=1.0)
mse = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def infer(x):
    return model(x, training=False)


def rmse(ds):
    """In the unit of the series."""
    sq, n = 0.0, 0
    for x, y in ds:
        sq += float(tf.reduce_sum(tf.square(y - infer(x))))
        n += int(y.shape[0])
    return float(sigma) * (sq / n) ** 0.5


best, best_weights = np.inf, None
for epoch in range(EPOCHS):
    running = 0.0
    for x, y in train_ds:
        running += float(train_step(x, y)) * int(y.shape[0])
    val = rmse(eval_ds["val"])
    print(f"epoch {epoch + 1:2d}  train mse {running / n_train:.4f}  val rmse {val:.3f}")
    if val < best:
        best, best_weights = val, model.get_weights()

model.set_weights(best_weights)
x_test, y_test = data["test"]
persistence = float(sigma) * float(np.sqrt(np.mean((x_test[:, -1, :] - y_test) ** 2)))
print(f"test rmse {rmse(eval_ds['test']):.3f}   persistence {persistence:.3f}")
os.makedirs("out/qa08", exist_ok=True)
model.save("out/qa08/gru.keras")
