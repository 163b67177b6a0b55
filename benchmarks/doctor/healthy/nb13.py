"""An own attention-pooling layer, saved with the model and loaded again.

Each sequence has one marked step (feature 0); its class is in feature 1 of exactly that step.
"""
import os

import keras
import numpy as np
from keras import ops

OUT = "out/nb13"
STEPS, FEATURES = 20, 6


@keras.saving.register_keras_serializable(package="nb13")
class AttentionPooling(keras.layers.Layer):
    """Softmax over the steps of v . tanh(W x), then the weighted sum of the steps."""

    def __init__(self, units, return_weights=False, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.return_weights = return_weights

    def build(self, input_shape):
        self.w = self.add_weight(name="w", shape=(input_shape[-1], self.units), initializer="glorot_uniform")
        self.b = self.add_weight(name="b", shape=(self.units,), initializer="zeros")
        self.v = self.add_weight(name="v", shape=(self.units, 1), initializer="glorot_uniform")

    def call(self, x):
        scores = ops.matmul(ops.tanh(ops.matmul(x, self.w) + self.b), self.v)     # (batch, steps, 1)
        alpha = ops.softmax(scores, axis=1)
        pooled = ops.sum(alpha * x, axis=1)
        if self.return_weights:
            return pooled, ops.squeeze(alpha, axis=-1)
        return pooled

    def get_config(self):
        return {**super().get_config(), "units": self.units, "return_weights": self.return_weights}


def sample(n, rng):
    x = rng.normal(0, 1, (n, STEPS, FEATURES))
    where = rng.integers(0, STEPS, n)
    label = rng.integers(0, 2, n)
    x[:, :, 0] = rng.normal(0, 0.1, (n, STEPS))
    x[np.arange(n), where, 0] += 2.0
    x[np.arange(n), where, 1] = (2 * label - 1) * 1.5 + rng.normal(0, 0.5, n)
    return x.astype("float32"), label.astype("float32"), where


def build():
    inputs = keras.Input((STEPS, FEATURES), name="steps")
    h = keras.layers.Dense(16, activation="relu", name="per_step")(inputs)
    h, _ = AttentionPooling(16, return_weights=True, name="pool")(h)
    logit = keras.layers.Dense(1, name="logit")(keras.layers.Dense(16, activation="relu")(h))
    return keras.Model(inputs, logit)


if __name__ == "__main__":
    keras.utils.set_random_seed(6)
    rng = np.random.default_rng(6)
    (x_tr, y_tr, _), (x_va, y_va, _), (x_te, y_te, where) = (sample(n, rng) for n in (4000, 800, 1000))

    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(5e-3),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.BinaryAccuracy(name="acc", threshold=0.0)],    # 0 is the middle of a logit
    )
    os.makedirs(OUT, exist_ok=True)
    path = os.path.join(OUT, "best.keras")
    model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=25, batch_size=64, verbose=2,
              callbacks=[keras.callbacks.ModelCheckpoint(path, monitor="val_loss", save_best_only=True)])

    best = keras.saving.load_model(path)
    logits = best.predict(x_te, verbose=0)[:, 0]
    print(f"test accuracy {np.mean((logits > 0) == (y_te == 1)):.3f} "
          f"(more frequent class {max(y_te.mean(), 1 - y_te.mean()):.3f})")

    # a second view of the loaded model: where does it look?
    alpha_of = keras.Model(best.input, best.get_layer("pool").output[1])
    alpha = alpha_of.predict(x_te, verbose=0)
    assert np.allclose(alpha.sum(axis=1), 1, atol=1e-4)
    print(f"the marked step has the largest weight in {np.mean(alpha.argmax(1) == where):.3f} "
          f"of the test sequences (chance {1 / STEPS:.3f})")
