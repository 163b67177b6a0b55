# Friedman's regression with a hand made loop: gradients of 4 micro batches are added in variables, then applied.
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1

SEED, MICRO, ACC, EPOCHS = 19, 16, 4, 40
tf.random.set_seed(SEED)
keras.utils.set_random_seed(SEED)

X, y = make_friedman1(n_samples=3000, n_features=10, noise=0.5, random_state=SEED)
X, y = X.astype(np.float32), y.astype(np.float32)[:, None]
X_train, X_val, X_test = X[:2048], X[2048:2500], X[2500:]
y_train, y_val, y_test = y[:2048], y[2048:2500], y[2500:]
mean, std = y_train.mean(), y_train.std()

prep = keras.layers.Normalization()
prep.adapt(X_train)
inputs = keras.Input((10,))
h = prep(inputs)
for width in (64, 64):
    h = keras.layers.Dense(width, activation="swish", kernel_regularizer=keras.regularizers.L2(1e-5))(h)
model = keras.Model(inputs, keras.layers.Dense(1)(h))

updates = EPOCHS * (len(X_train) // (MICRO * ACC))
optimizer = keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(4e-3, decay_steps=updates))
optimizer.build(model.trainable_variables)
sums = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in model.trainable_variables]


@tf.function
def add(xb, yb):
    with tf.GradientTape() as tape:
        pred = model(xb, training=True)
        loss = tf.reduce_mean(tf.square(pred - (yb - mean) / std)) + tf.add_n(model.losses)
    for s, g in zip(sums, tape.gradient(loss, model.trainable_variables)):
        s.assign_add(g / ACC)
    return loss


@tf.function
def apply():
    grads, _ = tf.clip_by_global_norm([s.read_value() for s in sums], 5.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    for s in sums:
        s.assign(tf.zeros_like(s))


@tf.function
def rmse(xb, yb):
    return tf.sqrt(tf.reduce_mean(tf.square(model(xb, training=False) * std + mean - yb)))


data = (tf.data.Dataset.from_tensor_slices((X_train, y_train))
        .shuffle(len(X_train), seed=SEED).batch(MICRO, drop_remainder=True).prefetch(1))
X_val, y_val, X_test, y_test = map(tf.constant, (X_val, y_val, X_test, y_test))

best, best_weights = np.inf, None
for epoch in range(1, EPOCHS + 1):
    total = 0.0
    for k, (xb, yb) in enumerate(data, start=1):
        total += float(add(xb, yb))
        if k % ACC == 0:            # 128 micro batches an epoch, nothing is left over
            apply()
    now = float(rmse(X_val, y_val))
    if now < best:
        best, best_weights = now, model.get_weights()
    if epoch % 8 == 0:
        print(f"epoch {epoch:2d} loss {total / k:.4f} validation rmse {now:.3f}")

assert int(optimizer.iterations.numpy()) == updates
model.set_weights(best_weights)
print(f"validation {best:.3f}, test {float(rmse(X_test, y_test)):.3f} (noise 0.5, spread {std:.2f})")
