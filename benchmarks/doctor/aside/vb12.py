# Fraud-like data: about 6 % positives. A small Keras net, minority class upsampled.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, classification_report
from sklearn.model_selection import train_test_split
from sklearn.utils import resample

SEED = 8
keras.utils.set_random_seed(SEED)


def get_data():
    X, y = make_classification(
        n_samples=3000,
        n_features=20,
        n_informative=6,
        n_redundant=2,
        n_clusters_per_class=3,
        weights=[0.94],
        class_sep=0.6,
        flip_y=0.02,
        random_state=SEED,
    )
    return X.astype("float32"), y.astype("float32")


def upsample(X, y, seed=SEED):
    """Draw the positives with replacement until both classes have the same size."""
    pos, neg = X[y == 1], X[y == 0]
    pos = resample(pos, replace=True, n_samples=len(neg), random_state=seed)
    X_up = np.concatenate([neg, pos])
    y_up = np.concatenate([np.zeros(len(neg)), np.ones(len(pos))]).astype("float32")
    order = np.random.default_rng(seed).permutation(len(y_up))
    return X_up[order], y_up[order]


def make_model(n_features, X_adapt):
    norm = keras.layers.Normalization()
    norm.adapt(X_adapt)
    model = keras.Sequential(
        [
            keras.Input((n_features,)),
            norm,
            keras.layers.Dense(128, activation="relu"),
            keras.layers.Dense(128, activation="relu"),
            keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="binary_crossentropy",
        metrics=[keras.metrics.Precision(name="precision"), keras.metrics.Recall(name="recall")],
    )
    return model


X, y = get_data()
print(f"{len(y)} rows, {y.mean():.1%} positive")

X, y = upsample(X, y)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)
X_train, X_val, y_train, y_val = train_test_split(
    X_train, y_train, test_size=0.2, stratify=y_train, random_state=SEED
)
print("train / val / test:", len(y_train), len(y_val), len(y_test))

model = make_model(X.shape[1], X_train)
model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=20,
    batch_size=64,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)],
    verbose=2,
)

scores = model.predict(X_test, verbose=0).ravel()
print("average precision on the test set:", round(average_precision_score(y_test, scores), 3))
print(classification_report(y_test, (scores > 0.5).astype(int), digits=3))
