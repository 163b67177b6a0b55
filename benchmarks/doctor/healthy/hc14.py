"""Rare events in a table: class weights, AUC as the yardstick, threshold from the validation rows."""
import os

import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split

OUT = "out/hc14"


def data():
    X, y = make_classification(
        n_samples=8000,
        n_features=20,
        n_informative=8,
        n_redundant=4,
        weights=[0.94],
        class_sep=1.2,
        flip_y=0.01,
        random_state=4,
    )
    X = X.astype("float32")
    y = y.astype("float32").reshape(-1, 1)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=4)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.25, stratify=y_tr, random_state=4)
    return X_tr, y_tr, X_va, y_va, X_te, y_te


def network(X_tr, y_tr):
    norm = layers.Normalization()
    norm.adapt(X_tr)
    rate = float(y_tr.mean())
    inp = keras.Input((X_tr.shape[1],))
    h = norm(inp)
    for width in (64, 32):
        h = layers.Dense(width, activation="relu")(h)
        h = layers.Dropout(0.2)(h)
    out = layers.Dense(1, activation="sigmoid")(h)
    model = keras.Model(inp, out)
    model.compile(
        optimizer=keras.optimizers.AdamW(1e-3, weight_decay=1e-4),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[
            keras.metrics.AUC(name="roc"),
            keras.metrics.AUC(curve="PR", name="pr"),
        ],
    )
    # both classes weigh the same in total, one on average over the rows
    weights = {0: 0.5 / (1 - rate), 1: 0.5 / rate}
    return model, weights


def main():
    keras.utils.set_random_seed(4)
    os.makedirs(OUT, exist_ok=True)
    X_tr, y_tr, X_va, y_va, X_te, y_te = data()
    model, weights = network(X_tr, y_tr)
    print("class weights", weights)

    model.fit(
        X_tr,
        y_tr,
        validation_data=(X_va, y_va),
        class_weight=weights,
        batch_size=128,
        epochs=30,
        callbacks=[
            keras.callbacks.EarlyStopping(
                monitor="val_pr", mode="max", patience=5, restore_best_weights=True
            ),
            keras.callbacks.TerminateOnNaN(),
        ],
        verbose=2,
    )

    p_va = model.predict(X_va, verbose=0, batch_size=512).ravel()
    grid = np.linspace(0.05, 0.95, 91)
    scores = [f1_score(y_va.ravel(), p_va >= t, zero_division=0) for t in grid]
    threshold = grid[int(np.argmax(scores))]

    yes = model.predict(X_te, verbose=0, batch_size=512).ravel() >= threshold
    truth = y_te.ravel()
    print(f"threshold {threshold:.2f} (chosen on validation)")
    print(f"test precision {precision_score(truth, yes, zero_division=0):.3f}")
    print(f"test recall    {recall_score(truth, yes):.3f}")
    print(f"test F1        {f1_score(truth, yes):.3f}")
    print("test", model.evaluate(X_te, y_te, verbose=0, return_dict=True))
    model.save(os.path.join(OUT, "model.keras"))


if __name__ == "__main__":
    main()
