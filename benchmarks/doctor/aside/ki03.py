import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import pandas as pd
import keras
from keras import layers
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

# ---------------------------------------------------------------
# Made-up churn table: will a customer leave within three months?
# ---------------------------------------------------------------
keras.utils.set_random_seed(7)
rng = np.random.default_rng(7)
n = 2000

df = pd.DataFrame({
    "months": rng.integers(1, 72, n).astype(float),
    "bill": rng.normal(60, 20, n).round(2),
    "calls_to_support": rng.poisson(2, n).astype(float),
    "contract": rng.choice(["monthly", "yearly", "two_years"], n, p=[0.5, 0.3, 0.2]),
    "payment": rng.choice(["card", "transfer", "cash"], n),
})
score = (
    -0.04 * df["months"]
    + 0.02 * (df["bill"] - 60)
    + 0.5 * (df["calls_to_support"] - 2)
    + df["contract"].map({"monthly": 1.0, "yearly": -0.3, "two_years": -1.5})
    + 1.0
)
df["left"] = (rng.random(n) < 1 / (1 + np.exp(-score))).astype(int)
print(df.head())
print("share that left:", df["left"].mean().round(3))

# ---------------------------------------------------------------
# Prepare
# ---------------------------------------------------------------
numeric = ["months", "bill", "calls_to_support"]
features = pd.get_dummies(df.drop(columns="left"), columns=["contract", "payment"])
target = df["left"].to_numpy()

X_train, X_test, y_train, y_test = train_test_split(
    features, target, test_size=0.2, stratify=target, random_state=7
)
X_train, X_val, y_train, y_val = train_test_split(
    X_train, y_train, test_size=0.2, stratify=y_train, random_state=7
)
X_train, X_val, X_test = X_train.copy(), X_val.copy(), X_test.copy()

scaler = StandardScaler().fit(X_train[numeric])
for part in (X_train, X_val, X_test):
    part[numeric] = scaler.transform(part[numeric])

x_train = X_train.values
x_val = X_val.values
x_test = X_test.values
print("shapes:", x_train.shape, x_val.shape, x_test.shape)

# ---------------------------------------------------------------
# Model
# ---------------------------------------------------------------
model = keras.Sequential([
    keras.Input(shape=(x_train.shape[1],)),
    layers.Dense(32, activation="relu"),
    layers.Dropout(0.2),
    layers.Dense(16, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)

model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=40, batch_size=64, callbacks=[stop], verbose=2,
)

loss, acc, auc = model.evaluate(x_test, y_test, verbose=0)
print(f"test: loss {loss:.3f}  accuracy {acc:.3f}  AUC {auc:.3f}")
