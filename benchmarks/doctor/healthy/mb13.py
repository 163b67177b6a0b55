"""Two datasets, one trunk: few labelled digits, and many unlabelled ones whose quarter turn is to be guessed.

Both tasks are learnt in the same step; the validation and test pictures are in neither of the two training sets.
"""
import os
from typing import Iterator

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits

STEPS, CHECK_EVERY, PATIENCE = 1200, 60, 6


def split(n: int, sizes: dict[str, int], seed: int) -> dict[str, np.ndarray]:
    order = np.random.default_rng(seed).permutation(n)
    out, start = {}, 0
    for name, size in sizes.items():
        out[name] = order[start : start + size]
        start += size
    return out


def labelled(x, y, batch) -> tf.data.Dataset:
    return tf.data.Dataset.from_tensor_slices((x, y)).shuffle(len(x), seed=1).repeat().batch(batch)


def turned(x, batch) -> tf.data.Dataset:
    def turn(image):
        k = tf.random.uniform((), 0, 4, dtype=tf.int32)
        return tf.ensure_shape(tf.image.rot90(image, k), (8, 8, 1)), k

    return tf.data.Dataset.from_tensor_slices(x).shuffle(len(x), seed=2).repeat().map(turn).batch(batch)


class TwoHeads:
    def __init__(self, weight_turn: float):
        L = keras.layers
        picture = keras.Input((8, 8, 1))
        h = L.Conv2D(24, 3, padding="same", activation="relu")(picture)
        h = L.Conv2D(48, 3, strides=2, padding="same", activation="relu")(h)
        h = L.Dense(64, activation="relu")(L.Flatten()(h))
        trunk = keras.Model(picture, h, name="trunk")
        # two models that share the trunk
        a, b = keras.Input((8, 8, 1)), keras.Input((8, 8, 1))
        self.digit = keras.Model(a, L.Dense(10, name="digit")(L.Dropout(0.3)(trunk(a))))
        self.turn = keras.Model(b, L.Dense(4, name="turn")(trunk(b)))
        # the trunk's variables are in both: take each one once
        seen = {}
        for v in self.digit.trainable_variables + self.turn.trainable_variables:
            seen.setdefault(id(v), v)
        self.variables = list(seen.values())
        self.weight_turn = weight_turn
        self.opt = keras.optimizers.Adam(1e-3)
        self.opt.build(self.variables)
        self.ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.m_digit, self.m_turn = keras.metrics.Mean(), keras.metrics.Mean()

    @tf.function
    def step(self, xd, yd, xt, yt):
        with tf.GradientTape() as tape:
            digit = self.ce(yd, self.digit(xd, training=True))
            turn = self.ce(yt, self.turn(xt, training=True))
            loss = digit + self.weight_turn * turn
        grads = tape.gradient(loss, self.variables)
        self.opt.apply(grads, self.variables)
        self.m_digit.update_state(digit)
        self.m_turn.update_state(turn)

    def accuracy(self, x, y) -> float:
        return float(np.mean(self.digit.predict(x, verbose=0).argmax(axis=1) == y))

    def train(self, pairs: Iterator, x_val, y_val) -> float:
        best, kept, bad = -1.0, self.digit.get_weights(), 0
        for i in range(1, STEPS + 1):
            (xd, yd), (xt, yt) = next(pairs)
            self.step(xd, yd, xt, yt)
            if i % CHECK_EVERY:
                continue
            score = self.accuracy(x_val, y_val)
            print(f"{i:5d}  digit {float(self.m_digit.result()):.3f}  turn {float(self.m_turn.result()):.3f}  val {score:.3f}")
            self.m_digit.reset_state()
            self.m_turn.reset_state()
            if score > best:
                best, kept, bad = score, self.digit.get_weights(), 0
            else:
                bad += 1
            if bad >= PATIENCE:
                break
        self.digit.set_weights(kept)
        return best


if __name__ == "__main__":
    x, y = load_digits(return_X_y=True)
    x, y = (x / 16).reshape(-1, 8, 8, 1).astype("float32"), y.astype("int32")
    idx = split(len(x), {"few": 100, "many": 1000, "val": 300, "test": 397}, seed=0)
    x_val, y_val, x_test, y_test = x[idx["val"]], y[idx["val"]], x[idx["test"]], y[idx["test"]]
    scores = {}
    for w in (0.0, 0.5):
        keras.utils.set_random_seed(6)
        both = tf.data.Dataset.zip(labelled(x[idx["few"]], y[idx["few"]], 50), turned(x[idx["many"]], 64))
        learner = TwoHeads(weight_turn=w)
        best = learner.train(iter(both.prefetch(2)), x_val, y_val)
        scores[w] = {"val": round(best, 4), "test": round(learner.accuracy(x_test, y_test), 4)}
        os.makedirs("out/mb13", exist_ok=True)
        learner.digit.save_weights(f"out/mb13/digit_{w}.weights.h5")
    for w, s in scores.items():
        print(f"weight of the turning task {w}: {s}")
    print("largest class:", round(float(np.mean(y_test == np.bincount(y[idx['few']]).argmax())), 4))
