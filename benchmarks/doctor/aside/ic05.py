# %% [markdown]
# Which quality class does a sample belong to? 5-fold cross-validation of a small net
# %%
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import keras
from sklearn.datasets import make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(0)

# %%
X, y = make_classification(
    n_samples=600,
    n_features=30,
    n_informative=8,
    n_redundant=4,
    n_classes=3,
    flip_y=0.15,
    class_sep=0.8,
    random_state=4,
)
X = X.astype("float32")
print(X.shape, np.bincount(y))

# %%
model = keras.Sequential(
    [
        keras.Input(shape=(X.shape[1],)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(3, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# %%
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=8)
scores = []

for k, (fit_rows, held_rows) in enumerate(folds.split(X, y), start=1):
    scaler = StandardScaler().fit(X[fit_rows])
    x_fit = scaler.transform(X[fit_rows])
    x_held = scaler.transform(X[held_rows])

    model.fit(
        x_fit,
        y[fit_rows],
        epochs=25,
        batch_size=32,
        verbose=0,
    )
    res = model.evaluate(x_held, y[held_rows], verbose=0, return_dict=True)
    scores.append(res["accuracy"])
    print(f"fold {k}: loss {res['loss']:.3f}  accuracy {res['accuracy']:.3f}")

# %%
print(f"cross-validated accuracy: {np.mean(scores):.3f} +- {np.std(scores):.3f}")
