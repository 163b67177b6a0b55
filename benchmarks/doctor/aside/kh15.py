import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler


def build(n_features, n_classes):
    inputs = keras.Input((n_features,))
    x = layers.Dense(32, activation="relu")(inputs)
    x = layers.Dropout(0.2)(x)
    x = layers.Dense(16, activation="relu")(x)
    outputs = layers.Dense(n_classes, activation="softmax")(x)
    return keras.Model(inputs, outputs)


def cross_validate(X, y, cfg):
    optimizer = keras.optimizers.Adam(learning_rate=cfg.lr)
    folds = StratifiedKFold(n_splits=cfg.folds, shuffle=True, random_state=cfg.seed)
    scores = []
    for k, (fit_rows, held_rows) in enumerate(folds.split(X, y), start=1):
        scaler = StandardScaler().fit(X[fit_rows])
        X_fit = scaler.transform(X[fit_rows]).astype("float32")
        X_held = scaler.transform(X[held_rows]).astype("float32")

        model = build(X.shape[1], len(np.unique(y)))
        model.compile(
            optimizer=optimizer,
            loss="sparse_categorical_crossentropy",
            metrics=["accuracy"],
        )
        model.fit(X_fit, y[fit_rows], epochs=cfg.epochs, batch_size=cfg.batch_size, verbose=0)
        _, acc = model.evaluate(X_held, y[held_rows], verbose=0)
        print(f"fold {k}: accuracy {acc:.3f} on {len(held_rows)} rows")
        scores.append(acc)
    return scores


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--folds", type=int, default=5)
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=0)
    cfg = p.parse_args()

    keras.utils.set_random_seed(cfg.seed)
    X, y = load_wine(return_X_y=True)
    scores = cross_validate(X, y, cfg)
    print(f"{cfg.folds}-fold accuracy {np.mean(scores):.3f} +- {np.std(scores):.3f}")


if __name__ == "__main__":
    main()
