"""Fraud-like problem: 4 % positives. Small network, class weights, report on the rare class."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_classification
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def make_data(seed=5):
    X, y = make_classification(
        n_samples=6000,
        n_features=20,
        n_informative=8,
        n_redundant=4,
        weights=[0.96, 0.04],
        class_sep=0.9,
        flip_y=0.01,
        random_state=seed,
    )
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=seed)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=seed)
    scaler = StandardScaler().fit(X_tr)
    return [scaler.transform(a).astype("float32") for a in (X_tr, X_va, X_te)], [y_tr, y_va, y_te]


def balance(y):
    """Weights so that both classes count the same in the loss."""
    counts = np.bincount(y)
    return {cls: float(c) / len(y) * len(counts) for cls, c in enumerate(counts)}


def build(n_features):
    model = keras.Sequential(
        [
            keras.Input((n_features,)),
            layers.Dense(32, activation="relu"),
            layers.Dense(16, activation="relu"),
            layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="binary_crossentropy",
        metrics=[keras.metrics.AUC(curve="PR", name="pr_auc"), keras.metrics.Recall(name="recall")],
    )
    return model


if __name__ == "__main__":
    keras.utils.set_random_seed(5)
    (X_tr, X_va, X_te), (y_tr, y_va, y_te) = make_data()
    weights = balance(y_tr)
    print("class weights:", weights)

    model = build(X_tr.shape[1])
    model.fit(
        X_tr,
        y_tr,
        validation_data=(X_va, y_va),
        class_weight=weights,
        epochs=15,
        batch_size=64,
        verbose=2,
    )
    pred = (model.predict(X_te, verbose=0)[:, 0] > 0.5).astype(int)
    print(classification_report(y_te, pred, target_names=["normal", "fraud"], zero_division=0))
