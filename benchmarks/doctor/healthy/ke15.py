import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import ops

"""
mixture of linear experts for a function that is linear in each of four quadrants

one linear model can't do it, four experts and a gate can. The gate gets a balancing term,
otherwise one expert likes to take everything.
"""


@keras.saving.register_keras_serializable("ke15")
class MixtureOfExperts(keras.layers.Layer):
    def __init__(self, experts=4, gate_width=32, balance=0.1, **kw):
        super().__init__(**kw)
        self.experts, self.gate_width, self.balance = experts, gate_width, balance
        self.hidden = keras.layers.Dense(gate_width, activation="tanh")
        self.gate = keras.layers.Dense(experts, activation="softmax")
        self.bank = keras.layers.Dense(experts)         # column k is the output of expert k

    def build(self, input_shape):
        self.hidden.build(input_shape)
        self.gate.build((None, self.gate_width))
        self.bank.build(input_shape)
        super().build(input_shape)

    def shares(self, x):
        return self.gate(self.hidden(x))

    def call(self, x):
        g = self.shares(x)
        importance = ops.mean(g, axis=0)
        # 0 if all experts get the same share of the batch
        self.add_loss(self.balance * ops.sum(ops.square(importance * self.experts - 1.0)))
        return ops.sum(g * self.bank(x), axis=-1, keepdims=True)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], 1)

    def get_config(self):
        return {**super().get_config(), "experts": self.experts, "gate_width": self.gate_width,
                "balance": self.balance}


def make_rows(n, rng):
    x = rng.uniform(-1, 1, size=(n, 2))
    coef = np.array([[3.0, 1.0, 0.0], [-2.0, 2.0, 1.0], [1.0, -3.0, -1.0], [0.5, 0.5, 2.0]])
    quadrant = (x[:, 0] > 0) * 2 + (x[:, 1] > 0)
    c = coef[quadrant]
    y = c[:, 0] * x[:, 0] + c[:, 1] * x[:, 1] + c[:, 2] + 0.05 * rng.normal(size=n)
    return x.astype("float32"), y.astype("float32")[:, None]


def rmse(a, b):
    assert a.shape == b.shape, (a.shape, b.shape)
    return float(np.sqrt(np.mean((a - b) ** 2)))


keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)
(x_tr, y_tr), (x_va, y_va), (x_te, y_te) = (make_rows(n, rng) for n in (4000, 1000, 1000))

mean, std = y_tr.mean(), y_tr.std()                     # of the training rows
inputs = keras.Input((2,))
moe = MixtureOfExperts(name="moe")
model = keras.Model(inputs, moe(inputs))
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="mse",
              metrics=[keras.metrics.RootMeanSquaredError(name="rmse")])

# val_rmse and not val_loss: the latter also holds the balancing term
history = model.fit(
    x_tr, (y_tr - mean) / std,
    validation_data=(x_va, (y_va - mean) / std),
    epochs=60, batch_size=128, verbose=0,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_rmse", mode="min", factor=0.5, patience=4, min_lr=5e-4),
        keras.callbacks.EarlyStopping(monitor="val_rmse", mode="min", patience=12, restore_best_weights=True),
    ],
)
val = history.history["val_rmse"]
print(f"{len(val)} epochs, best validation rmse (standardised) {min(val):.4f} in epoch {int(np.argmin(val)) + 1}")

prediction = model.predict(x_te, verbose=0) * std + mean
design = np.hstack([x_tr, np.ones((len(x_tr), 1), "float32")])
w, *_ = np.linalg.lstsq(design, y_tr, rcond=None)
line = np.hstack([x_te, np.ones((len(x_te), 1), "float32")]) @ w

print("share of each expert on the test rows:", np.round(ops.convert_to_numpy(moe.shares(x_te)).mean(axis=0), 3))
print(f"test rmse: mixture {rmse(prediction, y_te):.4f}, one linear model {rmse(line, y_te):.4f}, "
      f"mean of the training rows {rmse(np.full_like(y_te, mean), y_te):.4f}")
