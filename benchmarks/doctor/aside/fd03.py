import numpy as np
import tensorflow as tf
from tensorflow import keras

# ----- data: energy use of a house from 6 sensors -----
rng = np.random.default_rng(0)
N = 3000
sensors = rng.normal(size=(N, 6)).astype(np.float32)
energy = (
    2.0 * sensors[:, 0]
    - 1.5 * sensors[:, 1] * sensors[:, 2]
    + np.sin(2 * sensors[:, 3])
    + 0.1 * rng.normal(size=N)
).astype(np.float32)

n_train = 2400
mean, std = energy[:n_train].mean(), energy[:n_train].std()
target = (energy - mean) / std

train = (
    tf.data.Dataset.from_tensor_slices((sensors[:n_train], target[:n_train]))
    .shuffle(n_train, seed=0)
    .batch(64)
)
x_test, y_test = sensors[n_train:], energy[n_train:]

# ----- model -----
keras.utils.set_random_seed(0)
inputs = keras.Input(shape=(6,))
h = keras.layers.Dense(64, activation="relu")(inputs)
h = keras.layers.Dense(64, activation="relu")(h)
outputs = keras.layers.Dense(1)(h)
model = keras.Model(inputs, outputs)
optimizer = keras.optimizers.Adam(learning_rate=2e-3)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        pred = model(x, training=True)
        loss = tf.reduce_mean(tf.square(y - pred))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def r2(x, y):
    p = model(x, training=False).numpy().ravel() * std + mean
    return 1.0 - np.sum((y - p) ** 2) / np.sum((y - y.mean()) ** 2)


# ----- training -----
for epoch in range(30):
    total, n = 0.0, 0
    for x, y in train:
        total += float(step(x, y)) * len(x)
        n += len(x)
    if epoch % 5 == 4:
        print("epoch %d  mse %.4f  test R2 %.3f" % (epoch + 1, total / n, r2(x_test, y_test)))
