# House price regression with two inputs (numbers + district) in the functional API
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)
OUT_DIR = "out/cg07"
os.makedirs(OUT_DIR, exist_ok=True)

# ----------------------------------------------------------------------
# fake data: price depends on size, age, rooms and on the district
# ----------------------------------------------------------------------
N = 2000
districts = np.array(["centre", "north", "south", "harbour", "hills"])
bonus = {"centre": 90.0, "north": 10.0, "south": 25.0, "harbour": 60.0, "hills": 45.0}

size = rng.uniform(30, 180, N)
age = rng.uniform(0, 80, N)
rooms = np.clip(np.round(size / 28 + rng.normal(0, 0.7, N)), 1, None)
district = rng.choice(districts, N)
price = (
    1.9 * size - 0.6 * age + 6 * rooms
    + np.array([bonus[d] for d in district])
    + rng.normal(0, 12, N)
)

numbers = np.stack([size, age, rooms], axis=1).astype("float32")
price = price.astype("float32")

order = rng.permutation(N)
tr, va = order[:1600], order[1600:]

mu, sd = numbers[tr].mean(0), numbers[tr].std(0)
numbers = (numbers - mu) / sd
p_mu, p_sd = price[tr].mean(), price[tr].std()
target = (price - p_mu) / p_sd

# ----------------------------------------------------------------------
# model
# ----------------------------------------------------------------------
num_in = keras.Input(shape=(3,), name="numbers")
dis_in = keras.Input(shape=(1,), dtype="int32", name="district")

d = layers.Embedding(len(districts), 3)(dis_in)
d = layers.Flatten()(d)
h = layers.Concatenate()([num_in, d])
h = layers.Dense(32, activation="relu")(h)
h = layers.Dense(32, activation="relu")(h)
out = layers.Dense(1)(h)

model = keras.Model([num_in, dis_in], out)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=3e-3),
    loss="mse",
    metrics=["mae"],
)

model.fit(
    {"numbers": numbers[tr], "district": district[tr].reshape(-1, 1)},
    target[tr],
    validation_data=(
        {"numbers": numbers[va], "district": district[va].reshape(-1, 1)},
        target[va],
    ),
    epochs=15,
    batch_size=64,
    verbose=2,
)

_, mae = model.evaluate(
    {"numbers": numbers[va], "district": district[va].reshape(-1, 1)},
    target[va],
    verbose=0,
)
print(f"validation MAE: {mae * p_sd:.1f} thousand")
model.save(f"{OUT_DIR}/prices.keras")
