import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import csv
from pathlib import Path

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from tensorflow import keras
from tensorflow.keras import layers

OUT_DIR = Path("out/ec12")
NORMAL_DIGITS = (0, 1, 2, 3, 4, 5, 6, 7, 8)
ODD_DIGIT = 9


class EpochRecorder(keras.callbacks.Callback):
    """Writes learning rate, losses and weight norm of each epoch to a csv file."""

    def __init__(self, path):
        super().__init__()
        self.path = Path(path)
        self.rows = []

    def on_train_begin(self, logs=None):
        self.rows = []
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        lr = float(self.model.optimizer.lr.numpy())
        norm = float(np.sqrt(sum(np.sum(np.square(w)) for w in self.model.get_weights())))
        self.rows.append(
            {
                "epoch": epoch,
                "lr": lr,
                "loss": logs.get("loss"),
                "val_loss": logs.get("val_loss"),
                "weight_norm": norm,
            }
        )

    def on_train_end(self, logs=None):
        with self.path.open("w", newline="") as f:
            writer = csv.DictWriter(f, fieldnames=list(self.rows[0]))
            writer.writeheader()
            writer.writerows(self.rows)


def build_autoencoder(dim=64, code=10):
    return keras.Sequential(
        [
            keras.Input((dim,)),
            layers.Dense(48, activation="relu"),
            layers.Dense(code, activation="linear", name="code"),
            layers.Dense(48, activation="relu"),
            layers.Dense(dim, activation="sigmoid"),
        ]
    )


def main():
    keras.utils.set_random_seed(4)
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype("float32")

    rng = np.random.default_rng(4)
    normal = rng.permutation(np.flatnonzero(np.isin(y, NORMAL_DIGITS)))
    odd = np.flatnonzero(y == ODD_DIGIT)
    train_idx, val_idx, test_idx = normal[:1100], normal[1100:1300], normal[1300:]

    ae = build_autoencoder()
    ae.compile(optimizer=keras.optimizers.Adam(learning_rate=3e-3), loss="mse")
    ae.fit(
        X[train_idx],
        X[train_idx],
        validation_data=(X[val_idx], X[val_idx]),
        epochs=40,
        batch_size=32,
        callbacks=[
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4, min_lr=1e-5),
            EpochRecorder(OUT_DIR / "epochs.csv"),
        ],
        verbose=2,
    )

    rows = np.concatenate([test_idx, odd])
    err = np.mean((ae.predict(X[rows], verbose=0) - X[rows]) ** 2, axis=1)
    is_odd = np.isin(rows, odd).astype(int)
    print("anomaly ROC AUC:", round(roc_auc_score(is_odd, err), 3))


if __name__ == "__main__":
    main()
