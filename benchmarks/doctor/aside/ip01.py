"""3-fold cross validation of a small dense network on the digits."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold

OUT = "out/ip01"
EPOCHS = 12
BATCH = 64
N_CLASSES = 10

keras.utils.set_random_seed(7)
os.makedirs(OUT, exist_ok=True)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
y = y.astype("int64")
print("digits:", X.shape, "classes:", len(np.unique(y)))

optimizer = keras.optimizers.Adam(learning_rate=2e-3)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def build_model(hidden=64, drop=0.2):
    inputs = keras.Input(shape=(64,), name="pixels")
    h = layers.Dense(hidden, activation="relu")(inputs)
    h = layers.Dropout(drop)(h)
    h = layers.Dense(hidden // 2, activation="relu")(h)
    logits = layers.Dense(N_CLASSES, name="logits")(h)
    return keras.Model(inputs, logits)


def run_fold(k, train_idx, val_idx):
    model = build_model()
    model.compile(
        optimizer=optimizer,
        loss=loss_fn,
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    history = model.fit(
        X[train_idx],
        y[train_idx],
        validation_data=(X[val_idx], y[val_idx]),
        epochs=EPOCHS,
        batch_size=BATCH,
        verbose=0,
    )
    acc = history.history["val_acc"][-1]
    print(f"fold {k}: val acc {acc:.4f}")
    return acc


folds = StratifiedKFold(n_splits=3, shuffle=True, random_state=7)
scores = []
for k, (tr, va) in enumerate(folds.split(X, y), start=1):
    scores.append(run_fold(k, tr, va))

scores = np.array(scores)
np.save(os.path.join(OUT, "scores.npy"), scores)
print(f"cross validation: {scores.mean():.4f} +- {scores.std():.4f}")
