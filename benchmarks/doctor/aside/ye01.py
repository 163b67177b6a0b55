# churn prediction, exported from my notebook
# %%
import numpy as np
import pandas as pd
import keras
from keras import layers
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)
rng = np.random.default_rng(7)

# %%
n = 1500
df = pd.DataFrame({
    "tenure": rng.integers(1, 73, n),
    "monthly": rng.normal(65, 22, n).clip(18, 120).round(2),
    "calls": rng.poisson(1.5, n),
    "contract": rng.choice(["monthly", "one year", "two years"], n, p=[0.55, 0.25, 0.2]),
    "payment": rng.choice(["card", "transfer", "cheque"], n),
})
score = (
    0.03 * (df["monthly"] - 65)
    - 0.06 * (df["tenure"] - 36)
    + 0.9 * (df["calls"] - 1.5)
    + df["contract"].map({"monthly": 1.6, "one year": -0.6, "two years": -2.0})
)
df["churn"] = (score + rng.normal(0, 0.4, n) > 0).astype(int)
print(df.head())
print(df["churn"].value_counts())

# %%
for col in ["tenure", "monthly", "calls"]:
    df[col] = (df[col] - df[col].mean()) / df[col].std()

df = pd.get_dummies(df, columns=["contract", "payment"])
print(df.columns.tolist())

# %%
X = df.drop(columns="churn").values
y = df["churn"].values
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=7, stratify=y)
print(X_train.shape, X_test.shape)

# %%
model = keras.Sequential([
    layers.Input(shape=(X_train.shape[1],)),
    layers.Dense(32, activation="relu"),
    layers.Dense(16, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.summary()

# %%
history = model.fit(X_train, y_train, epochs=12, batch_size=32, validation_split=0.1, verbose=2)

# %%
loss, acc = model.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.3f}, test accuracy {acc:.3f}")
