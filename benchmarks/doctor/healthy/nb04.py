"""Breast cancer: logistic-like network, missing a tumour costs ten times a false alarm.

The cut-off is chosen on the validation rows, the cost is reported on the test rows.
"""
from dataclasses import dataclass

import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split


@dataclass(frozen=True)
class Config:
    seed: int = 5
    hidden: int = 16
    dropout: float = 0.2
    learning_rate: float = 2e-3
    batch_size: int = 32
    max_epochs: int = 80
    patience: int = 10
    cost_missed: float = 10.0
    cost_alarm: float = 1.0


def cost(y, flagged, cfg: Config) -> float:
    missed = np.sum((y == 1) & ~flagged)
    alarms = np.sum((y == 0) & flagged)
    return float(cfg.cost_missed * missed + cfg.cost_alarm * alarms) / len(y)


def main(cfg: Config = Config()):
    keras.utils.set_random_seed(cfg.seed)
    bunch = load_breast_cancer()
    X = bunch.data.astype("float32")
    y = (bunch.target == 0).astype("float32")  # sklearn: 0 is malignant; here malignant is the positive class

    X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=cfg.seed)
    X_train, X_val, y_train, y_val = train_test_split(
        X_dev, y_dev, test_size=0.25, stratify=y_dev, random_state=cfg.seed)

    norm = keras.layers.Normalization()
    norm.adapt(X_train)

    model = keras.Sequential([
        keras.Input((X.shape[1],)),
        norm,
        keras.layers.Dense(cfg.hidden, activation="gelu"),
        keras.layers.Dropout(cfg.dropout),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(cfg.learning_rate),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.AUC(name="auc")],
    )
    model.fit(
        X_train, y_train,
        validation_data=(X_val, y_val),
        batch_size=cfg.batch_size,
        epochs=cfg.max_epochs,
        callbacks=[keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=cfg.patience, restore_best_weights=True)],
        verbose=2,
    )

    p_val = model.predict(X_val, verbose=0).ravel()
    cuts = np.linspace(0.01, 0.99, 99)
    costs = np.array([cost(y_val, p_val >= c, cfg) for c in cuts])
    best = np.flatnonzero(costs == costs.min())
    cut = cuts[best[len(best) // 2]]  # the middle of the cheapest cut-offs

    p_test = model.predict(X_test, verbose=0).ravel()
    flagged = p_test >= cut
    tp = np.sum(flagged & (y_test == 1))
    print(f"cut-off {cut:.2f}")
    print(f"recall    {tp / np.sum(y_test == 1):.3f}")
    print(f"precision {tp / max(1, flagged.sum()):.3f}")
    print(f"cost per patient {cost(y_test, flagged, cfg):.3f}; "
          f"flag everybody {cost(y_test, np.ones(len(y_test), bool), cfg):.3f}; "
          f"flag nobody {cost(y_test, np.zeros(len(y_test), bool), cfg):.3f}")


if __name__ == "__main__":
    main()
