"""Quantile regression: 90 % quantile of delivery time given distance, load and hour."""
import numpy as np
import tensorflow as tf
import keras

TAU = 0.9
keras.utils.set_random_seed(2)


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    km = rng.uniform(0.5, 12, n)
    load = rng.uniform(0, 1, n)
    hour = rng.uniform(8, 22, n)
    rush = np.exp(-((hour - 18) ** 2) / 4)
    mean = 8 + 3.0 * km + 10 * rush
    minutes = mean + (1 + 6 * load) * rng.standard_normal(n)
    x = np.stack([km / 12, load, (hour - 15) / 7], axis=1)
    return x.astype("float32"), minutes.astype("float32")


def pinball(y_true, y_pred, tau=TAU):
    err = y_true - y_pred
    return tf.reduce_mean(tf.maximum(tau * err, (tau - 1.0) * err))


def build():
    inp = keras.Input((3,))
    h = keras.layers.Dense(32, activation="relu")(inp)
    h = keras.layers.Dense(32, activation="relu")(h)
    out = keras.layers.Dense(1, bias_initializer=keras.initializers.Constant(30.0))(h)
    return keras.Model(inp, out)


x_train, y_train = simulate(4000, seed=1)
x_val, y_val = simulate(1000, seed=77)
train = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(4000).batch(100)

net = build()
opt = keras.optimizers.Adam(5e-3)
opt.build(net.trainable_variables)


@tf.function
def update(x, y):
    with tf.GradientTape() as tape:
        q = net(x, training=True)
        loss = pinball(y, q)
    g = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(g, net.trainable_variables))
    return loss


for epoch in range(30):
    loss = np.mean([float(update(x, y)) for x, y in train])
    if epoch % 5 == 4:
        q_val = net(x_val, training=False).numpy()[:, 0]
        print(f"epoch {epoch + 1:2d}  train pinball {loss:.3f}  "
              f"val pinball {float(pinball(y_val, q_val)):.3f}  "
              f"coverage {np.mean(y_val <= q_val):.3f}  spread of q {q_val.std():.2f}")

const = np.quantile(y_train, TAU).astype("float32")
print("constant quantile:", float(pinball(y_val, np.full_like(y_val, const))))
