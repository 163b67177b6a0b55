import numpy as np
import pandas as pd
import keras
from keras import layers
from sklearn.metrics import mean_absolute_error, r2_score

keras.utils.set_random_seed(1)

train = pd.read_json("data/prices/train.jsonl", lines=True)
test = pd.read_json("data/prices/test.jsonl", lines=True)
n_train = len(train)
df = pd.concat([train, test], ignore_index=True)

# "for sale , laptop to be repaired , no swaps"
parts = df["text"].str.split(" , ", expand=True)
df["reason"] = parts[0]
df["item"] = parts[1].str.split(" ").str[0]
df["condition"] = parts[1].str.split(" ", n=1).str[1]
df["terms"] = parts[2]
df["n_words"] = df["text"].str.split().str.len() / 10
print(df.drop(columns="text").head())

features = pd.get_dummies(
    df[["n_words", "reason", "item", "condition", "terms"]],
    columns=["reason", "item", "condition", "terms"],
)
print(features.shape)

X = features.values
y = df["price"].values.astype("float32") / 1000.0

X_train, X_test = X[:n_train], X[n_train:]
y_train, y_test = y[:n_train], y[n_train:]

model = keras.Sequential([
    keras.Input(shape=(X.shape[1],)),
    layers.Dense(64, activation="relu"),
    layers.Dense(32, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])

early = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
history = model.fit(
    X_train,
    y_train,
    validation_split=0.2,
    epochs=60,
    batch_size=32,
    callbacks=[early],
    verbose=2,
)
print("best val mae:", min(history.history["val_mae"]))

pred = model.predict(X_test, verbose=0)[:, 0] * 1000
real = y_test * 1000
print("test MAE:", round(float(mean_absolute_error(real, pred)), 1))
print("test R2 :", round(float(r2_score(real, pred)), 3))
print(pd.DataFrame({"real": real[:8], "pred": np.round(pred[:8])}))
