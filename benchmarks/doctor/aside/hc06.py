#!/usr/bin/env python
"""Breast cancer table, MLP, linear warm-up and then cosine decay per batch."""
import argparse
import math
import os

import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


class WarmupCosine(keras.callbacks.Callback):
    def __init__(self, peak, total_steps, warmup_steps, floor=0.0):
        super().__init__()
        self.peak = peak
        self.total_steps = total_steps
        self.warmup_steps = warmup_steps
        self.floor = floor
        self.step = 0

    def value(self, step):
        if step < self.warmup_steps:
            return self.peak * (step + 1) / self.warmup_steps
        done = (step - self.warmup_steps) / max(1, self.total_steps - self.warmup_steps)
        return self.floor + 0.5 * (self.peak - self.floor) * (1 + math.cos(math.pi * min(1.0, done)))

    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.lr = self.value(self.step)
        self.step += 1


def get_data(seed):
    X, y = load_breast_cancer(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=seed)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=seed)
    sc = StandardScaler().fit(X_tr)
    f = lambda a: sc.transform(a).astype("float32")
    g = lambda a: a.astype("float32")[:, None]
    return (f(X_tr), g(y_tr)), (f(X_va), g(y_va)), (f(X_te), g(y_te))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--peak-lr", type=float, default=0.02)
    ap.add_argument("--warmup", type=float, default=0.1, help="share of the steps")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--out", default="out/hc06")
    args = ap.parse_args()

    os.makedirs(args.out, exist_ok=True)
    keras.utils.set_random_seed(args.seed)
    (x, y), val, test = get_data(args.seed)

    model = keras.Sequential(
        [
            keras.Input((x.shape[1],)),
            layers.Dense(64, activation="relu"),
            layers.Dropout(0.3),
            layers.Dense(32, activation="relu"),
            layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=args.peak_lr),
        loss="binary_crossentropy",
        metrics=["accuracy", keras.metrics.AUC(name="auc")],
    )

    steps = math.ceil(len(x) / args.batch_size) * args.epochs
    schedule = WarmupCosine(args.peak_lr, steps, int(args.warmup * steps))
    model.fit(
        x, y,
        validation_data=val,
        epochs=args.epochs,
        batch_size=args.batch_size,
        callbacks=[schedule],
        verbose=2,
    )
    print("test:", model.evaluate(*test, verbose=0, return_dict=True))
    model.save(os.path.join(args.out, "model.keras"))


if __name__ == "__main__":
    main()
