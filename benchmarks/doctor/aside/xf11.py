# Regression with my own training loop (GradientTape) and early stopping
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1

keras.utils.set_random_seed(4)

X, y = make_friedman1(n_samples=1400, n_features=10, noise=0.5, random_state=4)
X, y = X.astype("float32"), y.astype("float32")[:, None]
x_tr, y_tr = X[:800], y[:800]
x_va, y_va = X[800:1000], y[800:1000]
x_te, y_te = X[1000:], y[1000:]
mean, std = y_tr.mean(), y_tr.std()
train_ds = tf.data.Dataset.from_tensor_slices((x_tr, (y_tr - mean) / std)).shuffle(800).batch(32)

model = keras.Sequential([
    keras.Input((10,)),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(1),
])
optimizer = keras.optimizers.SGD(0.02, momentum=0.9)
mse = keras.losses.MeanSquaredError()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        loss = mse(yb, model(xb, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def rmse(features, target):
    pred = model(features, training=False).numpy() * std + mean
    return float(np.sqrt(np.mean((pred - target) ** 2)))


MAX_EPOCHS, PATIENCE = 150, 8
best, wait, best_weights = float("inf"), 0, None
for epoch in range(1, MAX_EPOCHS + 1):
    for xb, yb in train_ds:
        train_step(xb, yb)
    val = rmse(x_va, y_va)
    if val < best:
        best = val
        best_weights = model.get_weights()
    else:
        wait += 1
        if wait >= PATIENCE:
            print(f"no improvement for {PATIENCE} epochs, stopping")
            break
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  val RMSE {val:.3f}  best {best:.3f}")

model.set_weights(best_weights)
print(f"stopped after epoch {epoch}, best val RMSE {best:.3f}, test RMSE {rmse(x_te, y_te):.3f}")
