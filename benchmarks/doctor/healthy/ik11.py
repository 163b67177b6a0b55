"""Strength of concrete mixes with Keras: targets of shape (n, 1), the errors computed with numpy."""
import os

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
from keras import layers

OUT = "out/ik11"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(12)

EPOCHS, BATCH = 40, 64


def mixes(n, seed):
    rng = np.random.default_rng(seed)
    cement = rng.uniform(150, 500, n)
    water = rng.uniform(130, 230, n)
    ash = rng.uniform(0, 150, n)
    days = rng.choice([3, 7, 14, 28, 56, 90], n)
    strength = 45 * (cement + 0.4 * ash) / (water * 2) * np.log1p(days) / np.log(29)
    strength = strength * 0.9 + rng.normal(0, 1.5, n)
    return np.stack([cement, water, ash, np.log(days)], axis=1).astype("float32"), strength.astype("float32").reshape(-1, 1)


x_train, y_train = mixes(2400, 1)
x_val, y_val = mixes(400, 2)
x_test, y_test = mixes(400, 3)
mu, sigma = y_train.mean(), y_train.std()

norm = layers.Normalization()
norm.adapt(x_train)                                  # training rows only

inputs = keras.Input((4,))
h = norm(inputs)
h = layers.Dense(64, activation="gelu")(h)
h = layers.Dense(64, activation="gelu")(h)
outputs = layers.Dense(1)(h)
model = keras.Model(inputs, outputs)

steps = EPOCHS * int(np.ceil(len(x_train) / BATCH))
rate = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps)
model.compile(optimizer=keras.optimizers.Adam(rate), loss="mse")
best = keras.callbacks.ModelCheckpoint(f"{OUT}/best.weights.h5", monitor="val_loss",
                                       save_best_only=True, save_weights_only=True)
history = model.fit(x_train, (y_train - mu) / sigma,
                    validation_data=(x_val, (y_val - mu) / sigma),
                    epochs=EPOCHS, batch_size=BATCH, callbacks=[best], verbose=2)
model.load_weights(f"{OUT}/best.weights.h5")


def measures(truth, guess):
    truth, guess = truth.ravel(), guess.ravel()      # (n, 1) -> (n,) on both sides
    err = truth - guess
    r2 = 1 - np.sum(err ** 2) / np.sum((truth - truth.mean()) ** 2)
    return {"mae": float(np.mean(np.abs(err))), "rmse": float(np.sqrt(np.mean(err ** 2))),
            "r2": float(r2), "pearson": float(np.corrcoef(truth, guess)[0, 1])}


guess = model.predict(x_test, verbose=0) * sigma + mu
print("best val loss", min(history.history["val_loss"]))
print("test", measures(y_test, guess))
