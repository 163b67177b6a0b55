import numpy as np
import pandas as pd
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras.layers import Dense

keras.utils.set_random_seed(4)
rs = np.random.RandomState(4)

n = 3000
cars = pd.DataFrame({
    "age": rs.randint(0, 15, n),
    "km": rs.gamma(3.0, 30000.0, n),
    "power": rs.normal(110, 30, n).clip(45),
    "fuel": rs.choice(["petrol", "diesel", "electric"], n, p=[0.5, 0.35, 0.15]),
    "brand": rs.choice(["Alva", "Borg", "Cento", "Dyna"], n),
})
brand_value = cars["brand"].map({"Alva": 0.0, "Borg": 2.0, "Cento": -1.5, "Dyna": 4.0})
fuel_value = cars["fuel"].map({"petrol": 0.0, "diesel": 1.0, "electric": 3.0})
cars["price"] = (
    (14 + 0.08 * cars["power"] + brand_value + fuel_value) * np.exp(-0.09 * cars["age"])
    - 0.00001 * cars["km"]
    + rs.normal(0, 0.4, n)
)

numeric = ["age", "km", "power"]
features = pd.get_dummies(cars.drop(columns="price"), columns=["fuel", "brand"], dtype="float32")
target = cars["price"].to_numpy()

X_train, X_test, y_train, y_test = train_test_split(features, target, test_size=0.25, random_state=0)
mean, std = X_train[numeric].mean(), X_train[numeric].std()
X_train = X_train.assign(**(X_train[numeric] - mean) / std)
X_test = X_test.assign(**(X_test[numeric] - mean) / std)
X_train, X_test = X_train.values, X_test.values

model = keras.Sequential()
model.add(keras.Input(shape=(X_train.shape[1],)))
model.add(Dense(64, activation="relu"))
model.add(Dense(32, activation="relu"))
model.add(Dense(1))
model.compile(optimizer=keras.optimizers.Adam(0.003), loss="mse", metrics=["mae"])

model.fit(X_train, y_train, epochs=25, batch_size=32, validation_split=0.1, verbose=2)

y_pred = model.predict(X_test, verbose=0).ravel()
print("R2 on unseen cars:", round(r2_score(y_test, y_pred), 3))
