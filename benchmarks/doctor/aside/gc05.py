"""Predict the energy demand of a building from 8 sensor readings (own training loop)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf


class DemandData:
    def __init__(self, n=2400, seed=11):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(n, 8)).astype(np.float32)
        y = 1.5 * x[:, 0] - 2.0 * x[:, 1] + np.sin(2 * x[:, 2]) + 0.5 * x[:, 3] * x[:, 4]
        y = (y + rng.normal(scale=0.1, size=n)).astype(np.float32)
        self.train = (x[:1600], y[:1600])
        self.valid = (x[1600:2000], y[1600:2000])
        self.test = (x[2000:], y[2000:])

    def batches(self, batch_size):
        ds = tf.data.Dataset.from_tensor_slices(self.train)
        return ds.shuffle(1600).batch(batch_size).prefetch(2)


class Regressor:
    def __init__(self, lr=2e-3):
        self.net = tf.keras.Sequential(
            [
                tf.keras.Input(shape=(8,)),
                tf.keras.layers.Dense(64, activation="relu"),
                tf.keras.layers.Dense(64, activation="relu"),
                tf.keras.layers.Dense(1),
            ]
        )
        self.opt = tf.keras.optimizers.Adam(lr)
        self.opt.build(self.net.trainable_variables)

    @tf.function
    def step(self, xb, yb):
        with tf.GradientTape() as tape:
            pred = self.net(xb, training=True)
            loss = tf.reduce_mean(tf.square(yb - pred))
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        return loss

    def r2(self, x, y):
        pred = self.net(x, training=False).numpy().ravel()
        return 1.0 - np.sum((y - pred) ** 2) / np.sum((y - y.mean()) ** 2)


def main():
    tf.keras.utils.set_random_seed(11)
    data = DemandData()
    reg = Regressor()
    for epoch in range(1, 31):
        losses = [float(reg.step(xb, yb)) for xb, yb in data.batches(64)]
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  val R2 {reg.r2(*data.valid):.3f}")
    print(f"test R2 {reg.r2(*data.test):.3f}")
    os.makedirs("out/gc05", exist_ok=True)
    reg.net.save("out/gc05/demand.keras")


if __name__ == "__main__":
    main()
