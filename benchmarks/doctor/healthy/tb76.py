import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import MinMaxScaler

tf.keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)

n = 1500
cars = pd.DataFrame({
    "year": rng.integers(2005, 2024, n),
    "km": rng.uniform(2_000, 220_000, n),
    "hp": rng.integers(60, 300, n),
    "owners": rng.integers(1, 5, n),
})
cars["price"] = (9000 + 900 * (cars.year - 2005) - 0.04 * cars.km
                 + 55 * cars.hp - 700 * cars.owners + rng.normal(0, 500, n))

X = cars.drop(columns="price").values.astype("float32")
y = cars["price"].values.astype("float32") / 1000
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=5)

scaler = MinMaxScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)

model = tf.keras.Sequential([
    tf.keras.layers.Input((4,)),
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dense(1),
])
model.compile("adam", loss="mse", metrics=["mae"])
model.fit(X_train, y_train, validation_split=0.1, epochs=40, batch_size=32, verbose=0)
print("test mse / mae (in 1000 euro):", model.evaluate(X_test, y_test, verbose=0))


def predict_price(year, km, hp, owners):
    row = np.array([[year, km, hp, owners]], dtype="float32")
    row = scaler.transform(row)
    return float(model.predict(row, verbose=0)[0, 0]) * 1000


print("\nnew cars of the dealer")
offers = [
    (2008, 190_000, 75, 4),
    (2013, 120_000, 110, 2),
    (2018, 60_000, 150, 2),
    (2020, 35_000, 220, 1),
    (2023, 5_000, 280, 1),
]
for car in offers:
    print(car, "->", round(predict_price(*car)), "euro")
