"""Regression with several callbacks: checkpoint, plateau, a CSV log and one of our own."""
import csv
import tempfile
from pathlib import Path

import keras
import numpy as np
from sklearn.datasets import make_friedman2

keras.utils.set_random_seed(12)


class Milestones(keras.callbacks.Callback):
    """Prints a line whenever the validation error falls below half of the last printed one."""

    def on_train_begin(self, logs=None):
        self.last = np.inf

    def on_epoch_end(self, epoch, logs=None):
        value = logs["val_mae"]
        if value < self.last / 2:
            self.last = value
            print(f"  epoch {epoch + 1}: val_mae {value:.3f}")


X, y = make_friedman2(n_samples=2400, noise=20.0, random_state=12)
X, y = X.astype("float32"), y.astype("float32")
train, val, test = slice(0, 1600), slice(1600, 2000), slice(2000, None)  # rows are independent draws
x_mean, x_std = X[train].mean(0), X[train].std(0)
y_mean, y_std = y[train].mean(), y[train].std()
X = (X - x_mean) / x_std
z = (y - y_mean) / y_std

model = keras.Sequential([
    keras.Input((4,)),
    keras.layers.Dense(64, activation="gelu"),
    keras.layers.Dense(64, activation="gelu"),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.AdamW(5e-3, weight_decay=1e-4), loss="mse", metrics=["mae"])

with tempfile.TemporaryDirectory() as folder:
    ckpt = str(Path(folder) / "best.weights.h5")
    log = Path(folder) / "log.csv"
    model.fit(X[train], z[train], validation_data=(X[val], z[val]), epochs=50, batch_size=64, verbose=0, callbacks=[
        keras.callbacks.ModelCheckpoint(ckpt, monitor="val_loss", save_best_only=True, save_weights_only=True),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=4, min_lr=1e-5),
        keras.callbacks.CSVLogger(str(log)),
        Milestones(),
    ])
    rows = list(csv.DictReader(log.open()))
    best = min(rows, key=lambda r: float(r["val_loss"]))
    print(f"best epoch {int(best['epoch']) + 1} of {len(rows)}, last learning rate {float(rows[-1]['learning_rate']):.1e}")
    model.load_weights(ckpt)

pred = model.predict(X[test], verbose=0).ravel() * y_std + y_mean
print(f"test MAE {np.abs(pred - y[test]).mean():.1f} (predicting the mean: {np.abs(y_mean - y[test]).mean():.1f})")
