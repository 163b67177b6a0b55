"""House-like regression with a hand written training loop."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)

# area, age, rooms, distance -> price
n = 1500
area = rng.uniform(30, 200, n)
age = rng.uniform(0, 80, n)
rooms = np.clip(np.round(area / 30 + rng.normal(0, 0.7, n)), 1, 8)
dist = rng.exponential(6, n)
price = 3.0 * area - 1.2 * age + 12 * rooms - 9 * dist + 0.01 * (80 - age) * area + rng.normal(0, 15, n)
X = np.stack([area, age, rooms, dist], axis=1)

perm = rng.permutation(n)
tr, va, te = perm[:1000], perm[1000:1250], perm[1250:]
mu, sd = X[tr].mean(0), X[tr].std(0)
Xn = ((X - mu) / sd).astype("float32")
y_mu, y_sd = price[tr].mean(), price[tr].std()
yn = ((price - y_mu) / y_sd).astype("float32")

train_ds = tf.data.Dataset.from_tensor_slices((Xn[tr], yn[tr])).shuffle(1000, seed=9).batch(50)

model = keras.Sequential(
    [
        keras.Input((4,)),
        layers.Dense(32, activation="relu"),
        layers.Dense(32, activation="relu"),
        layers.Dense(1),
    ]
)
optimizer = keras.optimizers.Adam(2e-3)


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        pred = model(xb, training=True)
        loss = tf.reduce_mean(tf.square(pred - yb))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def rmse(idx):
    pred = model.predict(Xn[idx], verbose=0)[:, 0] * y_sd + y_mu
    return float(np.sqrt(np.mean((pred - price[idx]) ** 2)))


for epoch in range(30):
    total, batches = 0.0, 0
    for xb, yb in train_ds:
        total += float(train_step(xb, yb))
        batches += 1
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}  train mse {total / batches:.4f}  val rmse {rmse(va):.2f}")

print(f"test rmse {rmse(te):.2f}  (always guessing the mean: {np.std(price[te]):.2f})")
