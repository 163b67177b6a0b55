"""5-fold cross-validation of a small network on the breast cancer data set."""
from __future__ import annotations

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import RobustScaler, StandardScaler
from tensorflow.keras import Input, Model, layers, optimizers

SEED = 2024
EPOCHS = 20


def build(n_features: int) -> Model:
    inp = Input(shape=(n_features,))
    h = layers.Dense(24, activation="gelu")(inp)
    h = layers.Dropout(0.25)(h)
    out = layers.Dense(1, activation="sigmoid")(h)
    model = Model(inp, out)
    model.compile(optimizer=optimizers.AdamW(learning_rate=3e-3, weight_decay=1e-3),
                  loss="binary_crossentropy", metrics=["accuracy"])
    return model


def run_fold(X: np.ndarray, y: np.ndarray, fit_idx: np.ndarray, held_idx: np.ndarray) -> tuple[float, float, np.ndarray]:
    """Everything that is fitted, the scaling too, sees the rows of `fit_idx` alone."""
    prep = Pipeline([("robust", RobustScaler()), ("std", StandardScaler())])
    X_fit, X_held = prep.fit_transform(X[fit_idx]), prep.transform(X[held_idx])
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(SEED)
    model = build(X.shape[1])
    model.fit(X_fit, y[fit_idx], epochs=EPOCHS, batch_size=32, verbose=0)
    proba = model.predict_on_batch(X_held)[:, 0]
    return float(np.mean((proba > 0.5) == y[held_idx])), float(roc_auc_score(y[held_idx], proba)), proba


def main() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    out_of_fold = np.full(len(y), np.nan)
    accs: list[float] = []
    aucs: list[float] = []
    for k, (fit_idx, held_idx) in enumerate(folds.split(X, y), start=1):
        acc, auc, proba = run_fold(X, y, fit_idx, held_idx)
        out_of_fold[held_idx] = proba
        accs.append(acc)
        aucs.append(auc)
        print(f"fold {k}: accuracy {acc:.3f}  auc {auc:.4f}")
    assert not np.isnan(out_of_fold).any()
    majority = max(y.mean(), 1 - y.mean())
    print(f"accuracy {np.mean(accs):.3f} +/- {np.std(accs):.3f} (majority class {majority:.3f})")
    print(f"auc      {np.mean(aucs):.4f} +/- {np.std(aucs):.4f}, out of fold {roc_auc_score(y, out_of_fold):.4f}")


if __name__ == "__main__":
    main()
