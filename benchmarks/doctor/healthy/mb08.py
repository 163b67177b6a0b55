"""Stratified k-fold with class weights.  Everything that is fitted is fitted inside the fold."""
import json
import os

import keras
import numpy as np
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, balanced_accuracy_score, f1_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.utils.class_weight import compute_class_weight

FOLDS = 5


def network(x_fit):
    scale = keras.layers.Normalization()
    scale.adapt(x_fit)
    net = keras.Sequential(
        [
            keras.Input((x_fit.shape[1],)),
            scale,
            keras.layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
            keras.layers.Dropout(0.2),
            keras.layers.Dense(1),
        ]
    )
    net.compile(
        optimizer=keras.optimizers.Adam(5e-3),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.AUC(curve="PR", from_logits=True, name="pr_auc")],
    )
    return net


def best_threshold(truth, score):
    grid = np.linspace(0.05, 0.95, 91)
    return float(grid[int(np.argmax([f1_score(truth, score >= t, zero_division=0) for t in grid]))])


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


x, y = make_classification(
    n_samples=2000, n_features=16, n_informative=6, n_redundant=2, weights=[0.88], class_sep=1.2, flip_y=0.01, random_state=9
)
x = x.astype("float32")
out_of_fold, decided = np.zeros(len(y)), np.zeros(len(y), int)
rows = []
for k, (rest, held_out) in enumerate(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(x, y)):
    keras.backend.clear_session()
    keras.utils.set_random_seed(100 + k)
    fit_rows, stop_rows = train_test_split(rest, test_size=0.2, stratify=y[rest], random_state=k)
    weights = compute_class_weight("balanced", classes=np.array([0, 1]), y=y[fit_rows])
    net = network(x[fit_rows])
    net.fit(
        x[fit_rows],
        y[fit_rows].astype("float32"),
        validation_data=(x[stop_rows], y[stop_rows].astype("float32")),
        class_weight={0: float(weights[0]), 1: float(weights[1])},
        batch_size=64,
        epochs=30,
        verbose=0,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_pr_auc", mode="max", patience=6, restore_best_weights=True)],
    )
    threshold = best_threshold(y[stop_rows], sigmoid(net.predict(x[stop_rows], verbose=0)[:, 0]))
    score = sigmoid(net.predict(x[held_out], verbose=0)[:, 0])
    out_of_fold[held_out] = score
    decided[held_out] = score >= threshold
    rows.append(
        {
            "fold": k,
            "threshold": round(threshold, 2),
            "f1": round(float(f1_score(y[held_out], decided[held_out])), 3),
            "average_precision": round(float(average_precision_score(y[held_out], score)), 3),
        }
    )
    print(rows[-1])

f1s = np.array([r["f1"] for r in rows])
aps = np.array([r["average_precision"] for r in rows])
summary = {
    "f1_mean": round(float(f1s.mean()), 3),
    "f1_sd": round(float(f1s.std(ddof=1)), 3),
    "average_precision_mean": round(float(aps.mean()), 3),
    "balanced_accuracy": round(float(balanced_accuracy_score(y, decided)), 3),
    # references: all rows called positive; a score without meaning
    "f1_all_positive": round(float(f1_score(y, np.ones_like(y))), 3),
    "prevalence": round(float(y.mean()), 3),
}
print(summary)
os.makedirs("out/mb08", exist_ok=True)
with open("out/mb08/folds.json", "w") as f:
    json.dump({"folds": rows, "summary": summary}, f, indent=1)
