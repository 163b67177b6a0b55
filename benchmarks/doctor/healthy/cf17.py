"""Two heads (mean and log-variance), gradients gathered over four small batches, own loop.

The weight of the variance term is warmed up; it lives in a tf.Variable so the graph sees it change.
"""
import math

import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(40)

N, N_VAL = 4608, 512
MICRO, GATHER, EPOCHS = 16, 4, 12


def simulate(n):
    rng = np.random.default_rng(40)
    x = rng.uniform(-1, 1, (n, 6)).astype("float32")
    clean = 3 * np.sin(2 * x[:, 0]) + 2 * x[:, 1] * x[:, 2] + x[:, 3] + 20
    noise = (0.2 + 0.3 * np.abs(x[:, 4])) * rng.standard_normal(n)
    return x, (clean + noise).astype("float32")[:, None]


rows = tf.data.Dataset.from_tensor_slices(simulate(N)).shuffle(N, seed=40, reshuffle_each_iteration=False)
val_rows, train_rows = rows.take(N_VAL), rows.skip(N_VAL)       # the order is fixed, so these stay disjoint

y_all = np.concatenate([y for _, y in train_rows.batch(1024).as_numpy_iterator()])
Y_MEAN, Y_STD = float(y_all.mean()), float(y_all.std())

norm = keras.layers.Normalization()
norm.adapt(train_rows.map(lambda x, y: x).batch(512))


def scale_y(x, y):
    return x, (y - Y_MEAN) / Y_STD


train = train_rows.shuffle(N - N_VAL).map(scale_y).batch(MICRO, drop_remainder=True).prefetch(8)
val = val_rows.map(scale_y).batch(256)

inp = keras.Input((6,))
h = norm(inp)
h = keras.layers.Dense(64, activation="relu")(h)
h = keras.layers.Dense(64, activation="relu")(h)
model = keras.Model(inp, [keras.layers.Dense(1)(h), keras.layers.Dense(1)(h)])

micro_per_epoch = (N - N_VAL) // MICRO                          # 256, a multiple of GATHER
assert micro_per_epoch % GATHER == 0
updates = EPOCHS * micro_per_epoch // GATHER
schedule = keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=updates)
optimizer = keras.optimizers.Adam(schedule)
variables = model.trainable_variables
optimizer.build(variables)

gathered = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in variables]
var_weight = tf.Variable(0.0, trainable=False)


def losses(x, y, training):
    mean, logvar = model(x, training=training)
    mse = tf.reduce_mean(tf.square(y - mean))
    logvar = 6.0 * tf.tanh(logvar / 6.0)
    nll = tf.reduce_mean(0.5 * (logvar + tf.square(y - mean) * tf.exp(-logvar)))
    return mse, nll


@tf.function
def micro_step(x, y):
    with tf.GradientTape() as tape:
        mse, nll = losses(x, y, True)
        loss = ((1.0 - var_weight) * mse + var_weight * nll) / GATHER
    for slot, g in zip(gathered, tape.gradient(loss, variables)):
        slot.assign_add(g)
    return mse


@tf.function
def apply_gathered():
    grads, _ = tf.clip_by_global_norm([slot.read_value() for slot in gathered], 5.0)
    optimizer.apply_gradients(zip(grads, variables))
    for slot in gathered:
        slot.assign(tf.zeros_like(slot))


for epoch in range(EPOCHS):
    var_weight.assign(min(1.0, epoch / 4))
    running = []
    for i, (x, y) in enumerate(train, start=1):
        running.append(micro_step(x, y))
        if i % GATHER == 0:
            apply_gathered()
    mse, nll, n = 0.0, 0.0, 0
    for x, y in val:
        a, b = losses(x, y, False)
        mse, nll, n = mse + float(a) * len(x), nll + float(b) * len(x), n + len(x)
    print(f"epoch {epoch + 1:2d}  train mse {np.mean(running):.4f}  val mse {mse / n:.4f}  "
          f"val nll {nll / n:.4f}  val rmse in units {Y_STD * math.sqrt(mse / n):.3f}")

assert int(optimizer.iterations) == updates
