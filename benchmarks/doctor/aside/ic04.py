# Siamese-ish similarity of two sensor readings with a hand written loop.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from tensorflow import keras

SEED = 13
keras.utils.set_random_seed(SEED)


def make_pairs(n, seed):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=(n, 16)).astype("float32")
    same = rng.integers(0, 2, size=n)
    other = rng.normal(size=(n, 16)).astype("float32")
    b = np.where(same[:, None] == 1, a + 0.4 * other, other).astype("float32")
    return a, b, same.astype("float32")[:, None]


def encoder():
    return keras.Sequential(
        [
            keras.Input(shape=(16,)),
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(16),
        ],
        name="encoder",
    )


def siamese():
    enc = encoder()
    left = keras.Input((16,))
    right = keras.Input((16,))
    u, v = enc(left), enc(right)
    diff = keras.layers.Subtract()([u, v])
    diff = keras.ops.square(diff)
    score = keras.layers.Dense(1)(diff)
    return keras.Model([left, right], score)


class Fitter:
    def __init__(self, model, lr=2e-3):
        self.model = model
        self.opt = keras.optimizers.Adam(lr)
        self.loss = keras.losses.BinaryCrossentropy(from_logits=True)
        self.seen = keras.metrics.Mean(name="loss")

    def step(self, a, b, same):
        with tf.GradientTape() as tape:
            score = self.model([a, b], training=True)
        value = self.loss(same, score)
        grads = tape.gradient(value, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        self.seen.update_state(value)

    def run(self, ds, epochs, val):
        for e in range(epochs):
            self.seen.reset_state()
            for a, b, same in ds:
                self.step(a, b, same)
            print(e, "loss", float(self.seen.result()), "val acc", self.score(*val))

    def score(self, a, b, same):
        out = self.model([a, b], training=False).numpy()
        return float(np.mean((out > 0) == (same > 0.5)))


if __name__ == "__main__":
    train_pairs = make_pairs(2000, SEED)
    val_pairs = make_pairs(500, SEED + 1)
    test_pairs = make_pairs(500, SEED + 2)
    ds = tf.data.Dataset.from_tensor_slices(train_pairs).shuffle(2000).batch(50)
    fitter = Fitter(siamese())
    fitter.run(ds, epochs=6, val=val_pairs)
    print("test acc", fitter.score(*test_pairs))
