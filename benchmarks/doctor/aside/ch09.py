"""Five-fold cross validation of a small dense network (Keras)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def get_model(n_features):
    model = keras.Sequential([
        keras.Input(shape=(n_features,)),
        layers.Dense(256, activation="relu"),
        layers.Dense(128, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="binary_crossentropy",
        metrics=["accuracy"],
    )
    return model


def main():
    keras.utils.set_random_seed(9)
    X, y = make_classification(
        n_samples=500, n_features=30, n_informative=6, n_redundant=2,
        flip_y=0.25, class_sep=0.8, random_state=9)
    X = X.astype("float32")

    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=9)
    model = get_model(X.shape[1])
    accuracies = []

    for k, (train_idx, test_idx) in enumerate(folds.split(X, y), start=1):
        scaler = StandardScaler().fit(X[train_idx])
        model.fit(
            scaler.transform(X[train_idx]), y[train_idx],
            epochs=25,
            batch_size=32,
            verbose=0,
        )
        _, acc = model.evaluate(scaler.transform(X[test_idx]), y[test_idx], verbose=0)
        accuracies.append(acc)
        print(f"fold {k}: {acc:.3f}")

    print(f"network  {np.mean(accuracies):.3f} +- {np.std(accuracies):.3f}")

    baseline = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    scores = cross_val_score(baseline, X, y, cv=folds)
    print(f"logistic {scores.mean():.3f} +- {scores.std():.3f}")


if __name__ == "__main__":
    main()
