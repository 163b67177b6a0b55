# First steps with GradientTape: I wanted to see every part of the loop.
# Task: Friedman's function (10 inputs, only 5 of them matter), regression.
import pathlib

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)


def friedman(n):
    u = rng.uniform(size=(n, 10))
    y = 10 * np.sin(np.pi * u[:, 0] * u[:, 1]) + 20 * (u[:, 2] - 0.5) ** 2 + 10 * u[:, 3] + 5 * u[:, 4]
    return u.astype("float32"), (y + rng.normal(0, 1.0, n)).astype("float32")


x_train, y_train = friedman(3000)
x_val, y_val = friedman(500)
x_test, y_test = friedman(1000)

y_mean, y_std = y_train.mean(), y_train.std()
t_train = (y_train - y_mean) / y_std
t_val = (y_val - y_mean) / y_std
center = lambda u: 2 * u - 1          # inputs are uniform on [0, 1] by construction

EPOCHS, BATCH = 30, 60
STEPS = len(x_train) // BATCH         # 50, nothing is left over

net = tf.keras.Sequential([
    tf.keras.layers.Input((10,)),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dropout(0.05),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(1),
])
lr = tf.keras.optimizers.schedules.CosineDecay(4e-3, decay_steps=EPOCHS * STEPS)
opt = tf.keras.optimizers.Adam(lr)


@tf.function
def one_step(xb, tb):
    with tf.GradientTape() as tape:
        out = tf.squeeze(net(xb, training=True), axis=-1)     # (batch, 1) -> (batch,)
        loss = tf.reduce_mean(tf.square(tb - out))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def predict(x):
    return net(tf.constant(center(x)), training=False).numpy()[:, 0]


def r2(y, yhat):
    return 1 - np.sum((y - yhat) ** 2) / np.sum((y - y.mean()) ** 2)


best, best_weights, best_epoch = np.inf, None, 0
for epoch in range(EPOCHS):
    shuffled = rng.permutation(len(x_train))
    losses = []
    for rows in np.split(shuffled, STEPS):
        losses.append(one_step(tf.constant(center(x_train[rows])), tf.constant(t_train[rows])))
    val = float(np.mean((predict(x_val) - t_val) ** 2))
    if val < best:
        best, best_weights, best_epoch = val, net.get_weights(), epoch
    if epoch % 5 == 0 or epoch == EPOCHS - 1:
        print(f"{epoch:3d}  train mse {np.mean([float(v) for v in losses]):.4f}  val mse {val:.4f}")

net.set_weights(best_weights)
y_hat = predict(x_test) * y_std + y_mean

# a straight line for comparison (numpy least squares, same training rows)
A = np.column_stack([x_train, np.ones(len(x_train))])
coef, *_ = np.linalg.lstsq(A, y_train, rcond=None)
line = np.column_stack([x_test, np.ones(len(x_test))]) @ coef

print(f"kept epoch {best_epoch}")
print(f"test R2:   net {r2(y_test, y_hat):.3f}   line {r2(y_test, line):.3f}   training mean {r2(y_test, np.full_like(y_test, y_mean)):.3f}")
print(f"test RMSE: net {np.sqrt(np.mean((y_test - y_hat) ** 2)):.3f}   line {np.sqrt(np.mean((y_test - line) ** 2)):.3f}   (noise 1.0)")

out = pathlib.Path("out/je09")
out.mkdir(parents=True, exist_ok=True)
net.save(out / "net.keras")
