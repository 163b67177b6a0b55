"""Diabetes progression with a small MLP and a hand-written loop."""
import os
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(3)
OUT = "out/hd01"
os.makedirs(OUT, exist_ok=True)

X, y = load_diabetes(return_X_y=True)
X = X.astype("float32") * 20.0
y = y.astype("float32")

X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, random_state=0)

mu, sd = y_tr.mean(), y_tr.std()
y_tr_s = (y_tr - mu) / sd

train_ds = (
    tf.data.Dataset.from_tensor_slices((X_tr, y_tr_s))
    .shuffle(len(X_tr), seed=1)
    .batch(32)
)

model = tf.keras.Sequential([
    tf.keras.Input((X.shape[1],)),
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dense(16, activation="relu"),
    tf.keras.layers.Dense(1),
])
optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        pred = model(xb, training=True)
        loss = tf.reduce_mean(tf.square(pred - yb))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def predict(x):
    return model(x, training=False).numpy().ravel() * sd + mu


for epoch in range(60):
    losses = [float(train_step(xb, yb)) for xb, yb in train_ds]
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch + 1:3d}  loss {np.mean(losses):.4f}  "
              f"val R2 {r2_score(y_va, predict(X_va)):.3f}")

r2 = r2_score(y_te, predict(X_te))
print(f"test R2 {r2:.3f}")
with open(os.path.join(OUT, "r2.txt"), "w") as f:
    f.write(f"{r2:.4f}\n")
