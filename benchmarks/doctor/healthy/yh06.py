"""Friedman's first function with a GradientTape loop and hand-made early stopping."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score

tf.keras.utils.set_random_seed(5)

X, y = make_friedman1(n_samples=2400, n_features=10, noise=0.7, random_state=5)
X, y = X.astype(np.float32), y.astype(np.float32)[:, None]     # (n, 1): same shape as the net's answer
tr, va, te = slice(0, 1600), slice(1600, 2000), slice(2000, 2400)

mu_x, sd_x = X[tr].mean(0), X[tr].std(0)
mu_y, sd_y = y[tr].mean(), y[tr].std()
scale = lambda a: (a - mu_x) / sd_x

net = tf.keras.Sequential([
    tf.keras.layers.Input((10,)),
    tf.keras.layers.Dense(64, activation="swish"),
    tf.keras.layers.Dense(64, activation="swish"),
    tf.keras.layers.Dense(1),
])
BATCH = 64
steps_per_epoch = 1600 // BATCH
opt = tf.keras.optimizers.AdamW(
    tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=60 * steps_per_epoch), weight_decay=1e-4)
huber = tf.keras.losses.Huber(delta=1.0)

train = (tf.data.Dataset.from_tensor_slices((scale(X[tr]), (y[tr] - mu_y) / sd_y))
         .shuffle(1600, seed=5, reshuffle_each_iteration=True).batch(BATCH))


@tf.function
def step(xb, yb):
    with tf.GradientTape() as tape:
        loss = huber(yb, net(xb, training=True))
    grads = tape.gradient(loss, net.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def predict(part):
    return net(scale(X[part]), training=False).numpy() * sd_y + mu_y


best, best_weights, patience, waited = np.inf, None, 10, 0
for epoch in range(60):
    mean = tf.keras.metrics.Mean()
    for xb, yb in train:
        mean.update_state(step(xb, yb))
    rmse = float(np.sqrt(np.mean((predict(va) - y[va]) ** 2)))
    if epoch % 5 == 0:
        print(f"epoch {epoch:3d}  huber {mean.result():.4f}  validation rmse {rmse:.3f}")
    if rmse < best:
        best, best_weights, waited = rmse, net.get_weights(), 0
    else:
        waited += 1
        if waited == patience:
            print("no gain for", patience, "epochs, stopping at", epoch)
            break

net.set_weights(best_weights)
linear = LinearRegression().fit(X[tr], y[tr])
print(f"best validation rmse {best:.3f} (noise alone: 0.7)")
print(f"test R2  net {r2_score(y[te], predict(te)):.3f}   linear {r2_score(y[te], linear.predict(X[te])):.3f}")
