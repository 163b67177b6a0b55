"""Find fraudulent payments; what counts for the bank is how many of them we catch."""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_classification
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support
from sklearn.model_selection import train_test_split

SEED = 44
keras.utils.set_random_seed(SEED)


def payments():
    X, y = make_classification(
        n_samples=6000, n_features=20, n_informative=6, n_redundant=2,
        n_clusters_per_class=2, weights=[0.95, 0.05], flip_y=0.0,
        class_sep=0.9, random_state=SEED)
    X = X.astype("float32")
    X_train, X_rest, y_train, y_rest = train_test_split(
        X, y, test_size=0.4, stratify=y, random_state=SEED)
    X_val, X_test, y_val, y_test = train_test_split(
        X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=SEED)
    return X_train, X_val, X_test, y_train, y_val, y_test


def build(X_train):
    norm = layers.Normalization()
    norm.adapt(X_train)
    model = keras.Sequential([
        keras.Input((X_train.shape[1],)),
        norm,
        layers.Dense(32, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(16, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="binary_crossentropy",
        metrics=[keras.metrics.AUC(curve="PR", name="pr_auc")],
    )
    return model


def report(name, y, scores):
    flagged = (scores >= 0.5).astype(int)
    prec, rec, f1, _ = precision_recall_fscore_support(
        flagged, y, average="binary", zero_division=0)
    print(f"{name}: precision {prec:.3f}  recall {rec:.3f}  F1 {f1:.3f}")
    return rec


X_train, X_val, X_test, y_train, y_val, y_test = payments()
n_pos = int(y_train.sum())
n_neg = len(y_train) - n_pos
class_weight = {0: len(y_train) / (2 * n_neg), 1: len(y_train) / (2 * n_pos)}
print(f"{n_pos} frauds among {len(y_train)} payments, weights {class_weight}")

model = build(X_train)
model.fit(
    X_train, y_train[:, None].astype("float32"),
    validation_data=(X_val, y_val[:, None].astype("float32")),
    epochs=25, batch_size=64, class_weight=class_weight, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(
        monitor="val_pr_auc", mode="max", patience=6, restore_best_weights=True)],
)

report("validation", y_val, model.predict(X_val, verbose=0).ravel())
scores = model.predict(X_test, verbose=0).ravel()
caught = report("test", y_test, scores)
print("confusion matrix (rows: truth)")
print(confusion_matrix(y_test, (scores >= 0.5).astype(int)))
print(f"share of the frauds that we catch: {caught:.1%}")
