import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from tensorflow import keras

keras.utils.set_random_seed(42)

data = load_wine()
X, y = data.data.astype("float32"), data.target

# settings shared by all folds
N_SPLITS = 5
EPOCHS = 25
BATCH_SIZE = 16
loss_fn = keras.losses.SparseCategoricalCrossentropy()
optimizer = keras.optimizers.Adam(learning_rate=0.005)


def create_model(n_features, n_classes):
    model = keras.Sequential()
    model.add(keras.Input(shape=(n_features,)))
    model.add(keras.layers.Dense(32, activation="relu"))
    model.add(keras.layers.Dropout(0.1))
    model.add(keras.layers.Dense(16, activation="relu"))
    model.add(keras.layers.Dense(n_classes, activation="softmax"))
    return model


kfold = StratifiedKFold(n_splits=N_SPLITS, shuffle=True, random_state=42)
fold_scores = []

for fold, (train_idx, test_idx) in enumerate(kfold.split(X, y), start=1):
    scaler = StandardScaler().fit(X[train_idx])
    X_train, X_test = scaler.transform(X[train_idx]), scaler.transform(X[test_idx])
    y_train, y_test = y[train_idx], y[test_idx]

    # a fresh network for every fold
    model = create_model(X.shape[1], len(data.target_names))
    model.compile(optimizer=optimizer, loss=loss_fn, metrics=["accuracy"])

    print(f"--- fold {fold}: {len(X_train)} train / {len(X_test)} test")
    model.fit(
        X_train,
        y_train,
        epochs=EPOCHS,
        batch_size=BATCH_SIZE,
        verbose=0,
    )
    loss, acc = model.evaluate(X_test, y_test, verbose=0)
    print(f"fold {fold}: loss {loss:.4f}  accuracy {acc:.4f}")
    fold_scores.append(acc)

print(f"\ncross-validated accuracy: {np.mean(fold_scores):.4f} +- {np.std(fold_scores):.4f}")

os.makedirs("out/gc06", exist_ok=True)
np.savetxt("out/gc06/folds.txt", np.array(fold_scores), fmt="%.5f")
