"""Breast cancer data, five outer folds.  Inside a fold: scaler and network see the inner training
rows only, the epoch is picked on inner validation rows, the outer fold is looked at once."""
import os
import json

import numpy as np
import keras
from keras import layers, regularizers
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def new_network(n_features):
    net = keras.Sequential([
        keras.Input((n_features,)),
        layers.Dense(16, activation="relu", kernel_regularizer=regularizers.L2(1e-3)),
        layers.Dropout(0.2),
        layers.Dense(1, activation="sigmoid"),
    ])
    net.compile(optimizer=keras.optimizers.Adam(5e-3), loss="binary_crossentropy")
    return net


def run_fold(k, X, y, fit_rows, test_rows):
    keras.utils.clear_session()
    keras.utils.set_random_seed(k)
    tr, va = train_test_split(fit_rows, test_size=0.2, stratify=y[fit_rows], random_state=k)
    scaler = StandardScaler().fit(X[tr])
    part = lambda rows: scaler.transform(X[rows]).astype("float32")
    net = new_network(X.shape[1])
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)
    log = net.fit(part(tr), y[tr], validation_data=(part(va), y[va]),
                  epochs=60, batch_size=32, callbacks=[stop], verbose=0)
    p = net.predict(part(test_rows), verbose=0).ravel()
    # the reference gets the same rows as network and early stopping together
    reference = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    reference.fit(X[fit_rows], y[fit_rows])
    q = reference.predict_proba(X[test_rows])[:, 1]
    t = y[test_rows]
    majority = np.full(len(t), int(y[fit_rows].mean() >= 0.5))
    return {
        "epochs": len(log.history["loss"]),
        "auc_network": roc_auc_score(t, p),
        "auc_logistic": roc_auc_score(t, q),
        "balanced_network": balanced_accuracy_score(t, (p >= 0.5).astype(int)),
        "balanced_logistic": balanced_accuracy_score(t, (q >= 0.5).astype(int)),
        "balanced_majority": balanced_accuracy_score(t, majority),
    }


if __name__ == "__main__":
    X, y = load_breast_cancer(return_X_y=True)
    y = 1 - y                                # 1 = malignant
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=42)
    results = []
    for k, (fit_rows, test_rows) in enumerate(folds.split(X, y)):
        results.append(run_fold(k, X, y, fit_rows, test_rows))
        print(f"fold {k}:", {a: round(float(b), 3) for a, b in results[-1].items()})
    print("\nmean +- standard deviation over the folds")
    summary = {}
    for key in results[0]:
        values = np.array([r[key] for r in results], dtype=float)
        summary[key] = (float(values.mean()), float(values.std(ddof=1)))
        print(f"  {key:18s} {values.mean():.3f} +- {values.std(ddof=1):.3f}")
    os.makedirs("out/md08", exist_ok=True)
    with open("out/md08/summary.json", "w") as f:
        json.dump(summary, f, indent=1)
