"""Which customers leave? Table made to look like the export of our shop."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)


def export(n=2400):
    months = rng.integers(1, 72, n)
    contract = rng.choice(["monthly", "one year", "two years"], n, p=[0.55, 0.25, 0.2])
    payment = rng.choice(["card", "invoice", "transfer"], n)
    bill = rng.normal(60, 20, n).clip(15, 120)
    calls = rng.poisson(1.5, n)
    score = 0.6 - 0.05 * months + 0.02 * (bill - 60) + 0.5 * calls - 1.0 * (contract != "monthly")
    leaves = rng.random(n) < 1 / (1 + np.exp(-score))
    return pd.DataFrame(
        {
            "months": months,
            "contract": contract,
            "payment": payment,
            "bill": bill.round(2),
            "calls": calls,
            "churned": np.where(leaves, "yes", "no"),
        }
    )


df = export()
print(df.head())
print(df["churned"].value_counts(normalize=True))

df["label"] = (df["churned"] == "yes").astype("int32")
y = df["label"].to_numpy()
features = pd.get_dummies(df.drop(columns=["label"]), drop_first=True).astype("float32")
print(features.shape[1], "columns after one-hot")

X_train, X_test, y_train, y_test = train_test_split(
    features.to_numpy(), y, test_size=0.2, random_state=4, stratify=y
)
X_train, X_val, y_train, y_val = train_test_split(
    X_train, y_train, test_size=0.2, random_state=4, stratify=y_train
)
sc = StandardScaler().fit(X_train)
X_train, X_val, X_test = sc.transform(X_train), sc.transform(X_val), sc.transform(X_test)

net = keras.Sequential(
    [
        keras.layers.Input((X_train.shape[1],)),
        keras.layers.Dense(24, activation="relu"),
        keras.layers.Dense(12, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)
net.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy", keras.metrics.AUC(name="auc")])

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
net.fit(
    X_train,
    y_train,
    epochs=20,
    batch_size=32,
    validation_data=(X_val, y_val),
    callbacks=[stop],
    verbose=2,
)

res = net.evaluate(X_test, y_test, return_dict=True, verbose=0)
print({k: round(v, 4) for k, v in res.items()})
