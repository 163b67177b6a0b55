# Regression with a hand-written TensorFlow loop (GradientTape), target standardised with the training rows.
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1

tf.keras.utils.set_random_seed(8)
X, y = make_friedman1(n_samples=3000, n_features=10, noise=1.0, random_state=8)
X, y = X.astype("float32"), y.astype("float32")[:, None]      # y is (n, 1), like the output
cut1, cut2 = 2000, 2500                                        # rows are drawn independently
(Xtr, Xva, Xte), (ytr, yva, yte) = np.split(X, [cut1, cut2]), np.split(y, [cut1, cut2])
m, s = ytr.mean(), ytr.std()

EPOCHS, BATCH = 40, 50
train = (tf.data.Dataset.from_tensor_slices((Xtr, (ytr - m) / s))
         .shuffle(len(Xtr), seed=8, reshuffle_each_iteration=True)
         .batch(BATCH).prefetch(tf.data.AUTOTUNE))

net = tf.keras.Sequential([
    tf.keras.Input((10,)),
    tf.keras.layers.Rescaling(2.0, offset=-1.0),               # columns are uniform in [0, 1]
    tf.keras.layers.Dense(64, activation="swish"),
    tf.keras.layers.Dense(64, activation="swish"),
    tf.keras.layers.Dense(1),
])
rate = tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=EPOCHS * (cut1 // BATCH))
opt = tf.keras.optimizers.Adam(rate)
opt.build(net.trainable_variables)
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def step(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, net(xb, training=True))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def rmse(X, y):
    pred = net(tf.constant(X), training=False).numpy() * s + m
    return float(np.sqrt(np.mean((pred - y) ** 2)))


best, weights = float("inf"), None
for e in range(EPOCHS):
    mean = tf.keras.metrics.Mean()
    for xb, yb in train:
        mean.update_state(step(xb, yb))
    v = rmse(Xva, yva)
    if v < best:
        best, weights = v, net.get_weights()
    if e % 5 == 4:
        print(f"epoch {e + 1}: train mse (standardised) {float(mean.result()):.4f}, val rmse {v:.4f}")

net.set_weights(weights)
print(f"test rmse {rmse(Xte, yte):.4f}; mean of the training rows {float(np.sqrt(np.mean((yte - m) ** 2))):.4f};"
      " noise in the data 1.0")
os.makedirs("out/wd08", exist_ok=True)
net.save_weights("out/wd08/net.weights.h5")
