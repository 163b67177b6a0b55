import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(21)

X, y = make_classification(n_samples=600, n_features=20, n_informative=8, n_redundant=2, n_clusters_per_class=1,
                           class_sep=1.4, flip_y=0.2, random_state=21)


def create_model(n_features):
    model = keras.Sequential([
        keras.Input(shape=(n_features,)),
        layers.Dense(128, activation="relu"),
        layers.Dense(128, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return model


kfold = StratifiedKFold(n_splits=5, shuffle=True, random_state=21)

scores = []
for fold, (train_idx, test_idx) in enumerate(kfold.split(X, y), start=1):
    scaler = StandardScaler().fit(X[train_idx])
    x_train, x_test = scaler.transform(X[train_idx]), scaler.transform(X[test_idx])

    model = create_model(X.shape[1])
    model.fit(x_train, y[train_idx], epochs=15, batch_size=16, verbose=0)

    loss, acc = model.evaluate(x_test, y[test_idx], verbose=0)
    print(f"Fold {fold}: loss = {loss:.4f}, accuracy = {acc:.4f}")
    scores.append(acc)

print(f"Cross-validated accuracy: {np.mean(scores):.4f} (+/- {np.std(scores):.4f})")
