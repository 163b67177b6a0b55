"""Five-fold cross-validation of a small Keras net on a noisy table."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(42)

X, y = make_classification(
    n_samples=500, n_features=30, n_informative=8, n_redundant=4,
    flip_y=0.25, class_sep=0.8, random_state=42,
)
X = X.astype("float32")
y = y.astype("float32")


def build_model(n_features):
    m = tf.keras.Sequential([
        tf.keras.layers.Input(shape=(n_features,)),
        tf.keras.layers.Dense(128, activation="relu"),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ])
    m.compile(optimizer=tf.keras.optimizers.Adam(1e-3),
              loss="binary_crossentropy", metrics=["accuracy"])
    return m


EPOCHS = 30
BATCH = 32
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=42)
model = build_model(X.shape[1])

scores = []
for k, (train_idx, test_idx) in enumerate(folds.split(X, y), start=1):
    scaler = StandardScaler()
    X_tr = scaler.fit_transform(X[train_idx])
    X_te = scaler.transform(X[test_idx])

    model.fit(X_tr, y[train_idx], epochs=EPOCHS, batch_size=BATCH, verbose=0)
    loss, acc = model.evaluate(X_te, y[test_idx], verbose=0)
    scores.append(acc)
    print(f"fold {k}: loss {loss:.3f}  accuracy {acc:.3f}")

print(f"cross-validated accuracy: {np.mean(scores):.3f} +/- {np.std(scores):.3f}")
majority = max(y.mean(), 1 - y.mean())
print(f"majority class: {majority:.3f}")
