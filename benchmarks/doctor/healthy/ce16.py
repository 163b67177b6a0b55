"""Friedman regression: subclassed model, own training loop, cosine schedule, weights of the best epoch."""
import math

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import make_friedman1

SEED, EPOCHS, BATCH = 19, 60, 64
keras.utils.set_random_seed(SEED)


class Regressor(keras.Model):
    def __init__(self, hidden=64, depth=2, l2=1e-5):
        super().__init__()
        reg = keras.regularizers.L2(l2)
        # a plain list: Keras tracks the layers in it
        self.blocks = [
            (layers.Dense(hidden, use_bias=False, kernel_regularizer=reg), layers.BatchNormalization(momentum=0.9))
            for _ in range(depth)
        ]
        self.drop = layers.Dropout(0.05)
        self.out = layers.Dense(1)

    def call(self, x, training=False):
        for dense, norm in self.blocks:
            x = keras.ops.relu(norm(dense(x), training=training))
        x = self.drop(x, training=training)
        return keras.ops.squeeze(self.out(x), axis=-1)


X, y = make_friedman1(n_samples=3000, n_features=10, noise=1.0, random_state=SEED)
X, y = X.astype("float32"), y.astype("float32")
X_tr, X_va, X_te = X[:2000], X[2000:2500], X[2500:]
y_tr, y_va, y_te = y[:2000], y[2000:2500], y[2500:]

x_mean, x_std = X_tr.mean(axis=0), X_tr.std(axis=0)
y_mean, y_std = y_tr.mean(), y_tr.std()


def scale(features, target):
    return (features - x_mean) / x_std, (target - y_mean) / y_std


train_ds = tf.data.Dataset.from_tensor_slices(scale(X_tr, y_tr)).shuffle(len(X_tr), seed=SEED).batch(BATCH)
val_ds = tf.data.Dataset.from_tensor_slices(scale(X_va, y_va)).batch(500)

total_steps = EPOCHS * math.ceil(len(X_tr) / BATCH)
warmup = total_steps // 20
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    warmup_target=3e-3,
    warmup_steps=warmup,
    decay_steps=total_steps - warmup,
)

model = Regressor()
model(tf.zeros((1, X.shape[1])))  # create the variables before tf.function traces
optimizer = keras.optimizers.Adam(schedule)
optimizer.build(model.trainable_variables)
mse = keras.losses.MeanSquaredError()
train_loss = keras.metrics.Mean()
val_mse = keras.metrics.MeanSquaredError()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        pred = model(xb, training=True)  # shape (batch,), the same as yb
        loss = mse(yb, pred) + tf.add_n(model.losses)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)


@tf.function
def val_step(xb, yb):
    val_mse.update_state(yb, model(xb, training=False))


best, best_weights = float("inf"), None
for epoch in range(1, EPOCHS + 1):
    train_loss.reset_state()
    val_mse.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    for xb, yb in val_ds:
        val_step(xb, yb)
    current = float(val_mse.result())
    if current < best:
        best, best_weights = current, [w.copy() for w in model.get_weights()]
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  train {float(train_loss.result()):.4f}  val mse {current:.4f}")

model.set_weights(best_weights)
scaled_test, _ = scale(X_te, y_te)
pred = model(tf.constant(scaled_test), training=False).numpy() * y_std + y_mean
rmse = float(np.sqrt(np.mean((pred - y_te) ** 2)))
print(f"test rmse {rmse:.3f}; guessing the training mean {np.sqrt(np.mean((y_te - y_mean) ** 2)):.3f}; noise 1.0")
