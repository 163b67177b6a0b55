"""Learning rate range test, then a one-cycle run with the rate that it suggests.

The range test has a model of its own: the one that is trained afterwards is fresh.
"""
import math
import os

import keras
import numpy as np
from keras import ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class RangeTest(keras.callbacks.Callback):
    """Multiplies the rate after every batch and notes the loss of each single batch."""

    def __init__(self, low, high, steps):
        super().__init__()
        self.rates = np.geomspace(low, high, steps)
        self.seen, self.losses = [], []
        self.smooth = None

    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.learning_rate = float(self.rates[len(self.seen)])
        # the loss in the logs is a running mean over the epoch: start it anew, so that it is this batch's
        self.model.reset_metrics()

    def on_train_batch_end(self, batch, logs=None):
        loss = float(logs["loss"])
        self.smooth = loss if self.smooth is None else 0.8 * self.smooth + 0.2 * loss
        self.seen.append(float(self.rates[len(self.seen)]))
        self.losses.append(self.smooth)
        exploded = not math.isfinite(loss) or self.smooth > 4 * min(self.losses)
        if exploded or len(self.seen) == len(self.rates):
            self.model.stop_training = True

    def suggestion(self):
        # a decade below the rate at which the loss was lowest
        return self.seen[int(np.nanargmin(self.losses))] / 10


@keras.saving.register_keras_serializable(package="mb11")
class OneCycle(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, total, warm=0.3, floor=1e-6):
        self.peak, self.total, self.warm, self.floor = peak, total, warm, floor

    def __call__(self, step):
        done = ops.cast(step, "float32") / float(self.total)
        up = self.peak * (0.1 + 0.9 * done / self.warm)
        down = self.floor + 0.5 * (self.peak - self.floor) * (1 + ops.cos(math.pi * (done - self.warm) / (1 - self.warm)))
        return ops.where(done < self.warm, up, down)

    def get_config(self):
        return {"peak": self.peak, "total": self.total, "warm": self.warm, "floor": self.floor}


def build():
    return keras.Sequential(
        [
            keras.Input((64,)),
            keras.layers.Dense(96, activation="relu"),
            keras.layers.Dropout(0.2),
            keras.layers.Dense(96, activation="relu"),
            keras.layers.Dense(10, activation="softmax"),
        ]
    )


def compiled(rate):
    m = build()
    m.compile(keras.optimizers.Adam(rate), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return m


keras.utils.set_random_seed(12)
x, y = load_digits(return_X_y=True)
x = (x / 16).astype("float32")
x_fit, x_test, y_fit, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=1)
x_fit, x_val, y_fit, y_val = train_test_split(x_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=1)

BATCH, EPOCHS = 32, 20
steps_per_epoch = math.ceil(len(x_fit) / BATCH)

finder = RangeTest(1e-5, 1.0, steps=120)
compiled(1e-5).fit(x_fit, y_fit, batch_size=BATCH, epochs=math.ceil(120 / steps_per_epoch), callbacks=[finder], verbose=0)
rate = float(np.clip(finder.suggestion(), 1e-4, 2e-2))
print(f"range test: {len(finder.seen)} steps, suggested rate {rate:.2e}")

model = compiled(OneCycle(rate, total=steps_per_epoch * EPOCHS))
model.fit(x_fit, y_fit, batch_size=BATCH, epochs=EPOCHS, validation_data=(x_val, y_val), verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
by_hand = float(np.mean(model.predict(x_test, verbose=0).argmax(1) == y_test))
print(f"test loss {loss:.3f} accuracy {acc:.3f} (numpy says {by_hand:.3f}); guessing {1 / 10:.1f}")
os.makedirs("out/mb11", exist_ok=True)
np.savetxt("out/mb11/range.csv", np.c_[finder.seen, finder.losses], delimiter=",", header="rate,loss", comments="")
model.save("out/mb11/model.keras")
