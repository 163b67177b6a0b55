"""Ordinal regression (CORAL) of a five-step rating with a PyDataset; own loss and own metric class."""
import math

import keras
import numpy as np
from keras import ops

keras.utils.set_random_seed(13)
K = 5


def make(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 8)).astype("float32")
    score = 1.5 * x[:, 0] - x[:, 1] + np.sin(2 * x[:, 2]) + 0.8 * x[:, 3] * x[:, 4] + rng.normal(0, 0.3, n)
    cuts = np.array([-2.2, -0.7, 0.7, 2.2])
    return x, np.digitize(score, cuts).astype("int32")


class Ratings(keras.utils.PyDataset):
    """Serves (x, y) batches; the order is drawn anew after each epoch, in training only."""

    def __init__(self, x, y, batch_size, shuffle, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y, self.bs, self.shuffle = x, y, batch_size, shuffle
        self.rng = np.random.default_rng(seed)
        self.order = np.arange(len(x))
        if shuffle:
            self.rng.shuffle(self.order)

    def __len__(self):
        return math.ceil(len(self.x) / self.bs)

    def __getitem__(self, i):
        idx = self.order[i * self.bs : (i + 1) * self.bs]
        return self.x[idx], self.y[idx]

    def on_epoch_end(self):
        if self.shuffle:
            self.rng.shuffle(self.order)


@keras.saving.register_keras_serializable("k19")
class SharedScoreWithCuts(keras.layers.Layer):
    """One score, K-1 learnt biases: logits of P(y > k)."""

    def __init__(self, num_classes, **kw):
        super().__init__(**kw)
        self.num_classes = num_classes

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], 1), initializer="glorot_uniform", name="w")
        self.b = self.add_weight(shape=(self.num_classes - 1,), initializer="zeros", name="b")

    def call(self, h):
        return ops.matmul(h, self.w) + self.b

    def get_config(self):
        return {**super().get_config(), "num_classes": self.num_classes}


@keras.saving.register_keras_serializable("k19")
class CoralLoss(keras.losses.Loss):
    def call(self, y_true, y_pred):
        y = ops.reshape(ops.cast(y_true, "int32"), (-1, 1))
        levels = ops.cast(y > ops.arange(ops.shape(y_pred)[-1], dtype="int32")[None, :], y_pred.dtype)
        # binary cross entropy on logits, summed over the K-1 questions
        bce = ops.maximum(y_pred, 0) - y_pred * levels + ops.log1p(ops.exp(-ops.abs(y_pred)))
        return ops.sum(bce, axis=-1)


@keras.saving.register_keras_serializable("k19")
class RankMAE(keras.metrics.Metric):
    def __init__(self, name="rank_mae", **kw):
        super().__init__(name=name, **kw)
        self.total = self.add_weight(name="total", initializer="zeros")
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        rank = ops.sum(ops.cast(y_pred > 0, "float32"), axis=-1)
        err = ops.abs(rank - ops.reshape(ops.cast(y_true, "float32"), (-1,)))
        w = ops.ones_like(err) if sample_weight is None else ops.reshape(ops.cast(sample_weight, "float32"), (-1,))
        self.total.assign_add(ops.sum(err * w))
        self.count.assign_add(ops.sum(w))

    def result(self):
        return self.total / (self.count + 1e-9)


tr, va, te = make(3000, 0), make(600, 1), make(1000, 2)
model = keras.Sequential(
    [keras.Input((8,)), keras.layers.Dense(64, activation="silu"), keras.layers.Dense(32, activation="silu"), SharedScoreWithCuts(K)]
)
model.compile(
    optimizer=keras.optimizers.AdamW(keras.optimizers.schedules.ExponentialDecay(5e-3, 300, 0.7), weight_decay=1e-3),
    loss=CoralLoss(),
    metrics=[RankMAE()],
)
model.fit(Ratings(*tr, 64, True), validation_data=Ratings(*va, 200, False), epochs=15, verbose=2)
res = model.evaluate(Ratings(*te, 200, False), verbose=0, return_dict=True)
median = int(np.median(tr[1]))
print(f"test rank MAE {res['rank_mae']:.3f}; always answering {median}: {np.abs(te[1] - median).mean():.3f}")
