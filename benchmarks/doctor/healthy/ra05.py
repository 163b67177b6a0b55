import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.model_selection import train_test_split
from tensorflow.keras.layers import Dense, Dropout
from tensorflow.keras.models import Sequential

rng = np.random.default_rng(3)
n = 2000

# customer table (exported from our CRM, here rebuilt with random rows)
df = pd.DataFrame({
    "age": rng.integers(18, 80, n),
    "months": rng.integers(1, 72, n),
    "monthly_fee": rng.normal(45, 15, n).clip(10, 100),
    "support_calls": rng.poisson(1.5, n),
    "plan": rng.choice(["basic", "family", "business"], n, p=[0.5, 0.3, 0.2]),
    "region": rng.choice(["north", "south", "east", "west"], n),
})
score = (
    -0.07 * (df["months"] - 24)
    + 0.06 * (df["monthly_fee"] - 45)
    + 0.9 * (df["support_calls"] - 1.5)
    + df["plan"].map({"basic": 1.2, "family": -1.0, "business": -2.0})
)
df["churn"] = (score + rng.logistic(0, 0.4, n) > 0).astype(int)

print(df.head())
print(df.dtypes)

num_cols = ["age", "months", "monthly_fee", "support_calls"]
df[num_cols] = (df[num_cols] - df[num_cols].mean()) / df[num_cols].std()
df = pd.get_dummies(df, columns=["plan", "region"], dtype=float)

X = df.drop(columns="churn").values
y = df["churn"].values
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=3)
print(X_train.shape, y_train.shape)

model = Sequential()
model.add(tf.keras.Input(shape=(X_train.shape[1],)))
model.add(Dense(32, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(16, activation="relu"))
model.add(Dense(1, activation="sigmoid"))
model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy", tf.keras.metrics.AUC(name="auc")])

model.fit(X_train, y_train, epochs=20, batch_size=32, validation_split=0.1, verbose=2)

print(model.evaluate(X_test, y_test, verbose=0, return_dict=True))
