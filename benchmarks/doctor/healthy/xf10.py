"""Churn prediction: 3-fold cross-validation of a small dense network."""
import keras
import numpy as np
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(21)

X, y = make_classification(n_samples=1000, n_features=25, n_informative=6, flip_y=0.15,
                           class_sep=1.3, random_state=21)
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=500, stratify=y, random_state=21)


def build_model():
    m = keras.Sequential([
        keras.Input((X.shape[1],)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    m.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return m


def fit(m, features, target):
    scaler = StandardScaler().fit(features)
    m.fit(scaler.transform(features), target, epochs=12, batch_size=32, verbose=0)
    return scaler


scores = []
folds = StratifiedKFold(n_splits=3, shuffle=True, random_state=21)
for k, (tr, va) in enumerate(folds.split(X_dev, y_dev), start=1):
    model = build_model()
    scaler = fit(model, X_dev[tr], y_dev[tr])
    _, acc = model.evaluate(scaler.transform(X_dev[va]), y_dev[va], verbose=0)
    print(f"fold {k}: accuracy {acc:.3f}")
    scores.append(acc)
print(f"cross-validation: {np.mean(scores):.3f} +- {np.std(scores):.3f}")

# final model on all development rows
final = build_model()
scaler = fit(final, X_dev, y_dev)
_, acc = final.evaluate(scaler.transform(X_test), y_test, verbose=0)
print(f"held-out test set: {acc:.3f}")
