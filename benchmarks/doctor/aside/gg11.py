# House prices: Keras MLP with numeric + one-hot columns
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import pandas as pd
from keras import layers
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OneHotEncoder, StandardScaler

keras.utils.set_random_seed(99)
WORK = "out/gg11"
os.makedirs(WORK, exist_ok=True)


# ------------------------------------------------------------------ data
def houses(n, rng):
    area = rng.normal(1500, 400, n).clip(500)
    quality = rng.integers(1, 11, n)
    year = rng.integers(1920, 2011, n)
    hood = rng.choice(["NAmes", "OldTown", "StoneBr", "Edwards"], n)
    bonus = pd.Series(hood).map({"NAmes": 0.0, "OldTown": -0.15, "StoneBr": 0.4, "Edwards": -0.1}).to_numpy()
    log_price = 10.6 + area / 2500 + 0.08 * quality + 0.002 * (year - 1920) + bonus + rng.normal(0, 0.08, n)
    return pd.DataFrame({"GrLivArea": area, "OverallQual": quality, "YearBuilt": year,
                         "Neighborhood": hood, "SalePrice": np.exp(log_price).round(-2)})


rng = np.random.default_rng(99)
train = houses(1200, rng)
test = houses(400, rng)
test.insert(0, "Id", np.arange(1461, 1461 + len(test)))
hidden_answers = test.pop("SalePrice")      # stays with the organisers
print(train.describe().round(1))

# ------------------------------------------------------------------ preprocessing
num_cols = ["GrLivArea", "OverallQual", "YearBuilt"]
cat_cols = ["Neighborhood"]
prep = ColumnTransformer([
    ("num", StandardScaler(), num_cols),
    ("cat", OneHotEncoder(handle_unknown="ignore", sparse_output=False), cat_cols),
])

fit_df, val_df = train_test_split(train, test_size=0.2, random_state=99)
x_fit = prep.fit_transform(fit_df).astype("float32")
x_val = prep.transform(val_df).astype("float32")
x_test = prep.transform(test).astype("float32")

# the metric is RMSLE, so we train on log(1 + price)
y_fit = np.log1p(fit_df["SalePrice"].to_numpy())
y_val = np.log1p(val_df["SalePrice"].to_numpy())
center = y_fit.mean()

# ------------------------------------------------------------------ model
model = keras.Sequential([
    keras.Input(shape=(x_fit.shape[1],)),
    layers.Dense(64, activation="relu"),
    layers.Dense(32, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse",
              metrics=[keras.metrics.RootMeanSquaredError(name="rmsle")])
model.fit(x_fit, y_fit - center, validation_data=(x_val, y_val - center), epochs=40, batch_size=32, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)])
print("validation RMSLE:", model.evaluate(x_val, y_val - center, verbose=0)[1])

# ------------------------------------------------------------------ submission
prediction = model.predict(x_test, verbose=0).ravel() + center
submission = pd.DataFrame({"Id": test["Id"], "SalePrice": prediction})
submission.to_csv(f"{WORK}/submission.csv", index=False)
print(submission.head())


def rmsle(y_true, y_pred):
    return np.sqrt(np.mean((np.log1p(y_true) - np.log1p(y_pred)) ** 2))


print("public leaderboard RMSLE:", rmsle(hidden_answers.to_numpy(), submission["SalePrice"].to_numpy()))
