"""Next-step forecasts of a noisy seasonal series, GRU with a hand-written loop in TensorFlow."""
import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(1)
rng = np.random.default_rng(1)

t = np.arange(1500)
series = 10 + 3 * np.sin(2 * np.pi * t / 24) + 1.5 * np.sin(2 * np.pi * t / 7) + 0.3 * rng.standard_normal(len(t))

WINDOW = 32
n_train, n_val = 1000, 250
train_part = series[:n_train]
mu, sigma = train_part.mean(), train_part.std()
scaled = ((series - mu) / sigma).astype("float32")


def windows(values):
    x = np.stack([values[i:i + WINDOW] for i in range(len(values) - WINDOW)])
    y = values[WINDOW:]
    return x[..., None], y[:, None]


x_tr, y_tr = windows(scaled[:n_train])
x_va, y_va = windows(scaled[n_train - WINDOW:n_train + n_val])
x_te, y_te = windows(scaled[n_train + n_val - WINDOW:])

train_ds = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr), seed=1).batch(64)
val_ds = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256)

model = keras.Sequential([
    keras.Input((WINDOW, 1)),
    keras.layers.GRU(32),
    keras.layers.Dense(1),
])
steps_per_epoch = int(np.ceil(len(x_tr) / 64))
EPOCHS = 25
schedule = keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=EPOCHS * steps_per_epoch)
optimizer = keras.optimizers.Adam(schedule)
loss_fn = keras.losses.MeanSquaredError()
train_loss = keras.metrics.Mean()
val_loss = keras.metrics.MeanSquaredError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        pred = model(x, training=True)
        loss = loss_fn(y, pred)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def val_step(x, y):
    val_loss.update_state(y, model(x, training=False))


for epoch in range(EPOCHS):
    train_loss.reset_state()
    val_loss.reset_state()
    for x, y in train_ds:
        train_loss.update_state(train_step(x, y))
    for x, y in val_ds:
        val_step(x, y)
    if epoch % 4 == 0 or epoch == EPOCHS - 1:
        print(f"epoch {epoch:2d}  train mse {float(train_loss.result()):.4f}  val mse {float(val_loss.result()):.4f}")

pred = model(x_te, training=False).numpy() * sigma + mu
true = y_te * sigma + mu
naive = x_te[:, -1] * sigma + mu
print("test RMSE  model %.3f   last value %.3f" % (
    np.sqrt(np.mean((pred - true) ** 2)), np.sqrt(np.mean((naive - true) ** 2))))
