"""Multi-label tagging with a hand-written macro F1 metric, in mixed precision (bfloat16 runs on any CPU)."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops

keras.utils.set_random_seed(11)
keras.mixed_precision.set_global_policy("mixed_bfloat16")

N, D, L = 3000, 30, 6


class MacroF1(keras.metrics.Metric):
    """F1 of each label at a threshold, averaged over the labels; counts are summed over the epoch, sample weights unused."""

    def __init__(self, num_labels, threshold=0.5, name="macro_f1", **kwargs):
        super().__init__(name=name, **kwargs)
        self.threshold = threshold
        self.tp = self.add_weight(name="tp", shape=(num_labels,), initializer="zeros")
        self.fp = self.add_weight(name="fp", shape=(num_labels,), initializer="zeros")
        self.fn = self.add_weight(name="fn", shape=(num_labels,), initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = ops.cast(y_true, "float32")
        y_hat = ops.cast(y_pred > self.threshold, "float32")
        self.tp.assign_add(ops.sum(y_true * y_hat, axis=0))
        self.fp.assign_add(ops.sum((1 - y_true) * y_hat, axis=0))
        self.fn.assign_add(ops.sum(y_true * (1 - y_hat), axis=0))

    def result(self):
        return ops.mean(2 * self.tp / (2 * self.tp + self.fp + self.fn + keras.config.epsilon()))

    # reset_state() of the base class sets the three counters to zero


# labels: noisy, overlapping half spaces in a low-dimensional projection
rng = np.random.default_rng(11)
X = rng.normal(size=(N, D)).astype("float32")
W = rng.normal(size=(D, L)) / np.sqrt(D)
scores = 2.5 * X @ W + np.tanh(X[:, :L]) * X[:, 1:L + 1] - 0.7
Y = (scores + 0.3 * rng.normal(size=scores.shape) > 0).astype("float32")
print("label frequencies", Y.mean(0).round(2), "labels per example", Y.sum(1).mean().round(2))

x_train, x_val, x_test = np.split(X, [2000, 2500])
y_train, y_val, y_test = np.split(Y, [2000, 2500])

model = keras.Sequential([
    keras.Input((D,)),
    layers.Dense(64, activation="relu"),
    layers.Dropout(0.2),
    layers.Dense(64, activation="relu"),
    layers.Dense(L, activation="sigmoid", dtype="float32"),      # probabilities and loss stay in float32
])
model.compile(
    optimizer="adam",
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[MacroF1(L), keras.metrics.AUC(multi_label=True, num_labels=L, name="auc"),
             keras.metrics.BinaryAccuracy(name="bit_acc")],
)
early = keras.callbacks.EarlyStopping(monitor="val_macro_f1", mode="max", patience=4, restore_best_weights=True)
hist = model.fit(x_train, y_train, batch_size=64, epochs=25, validation_data=(x_val, y_val), callbacks=[early], verbose=0)
print("epochs run:", len(hist.epoch), "best val F1: %.3f" % max(hist.history["val_macro_f1"]))

res = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
print({k: round(float(v), 4) for k, v in res.items()})
p = Y[:2000].mean(0)
print("F1 of always-yes: %.3f" % np.mean(2 * p / (1 + p)))
