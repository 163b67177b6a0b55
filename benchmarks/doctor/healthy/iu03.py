import os
os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
from keras import layers

# Homework 3: regression on a noisy surface. Report MAE on the test part, compared to the mean predictor.
keras.utils.set_random_seed(3)
rng = np.random.default_rng(3)

N = 4000
X = rng.uniform(-2, 2, size=(N, 3)).astype("float32")
y = (np.sin(2 * X[:, 0]) * X[:, 1] + 0.5 * X[:, 2] ** 2 + rng.normal(0, 0.05, N)).astype("float32")[:, None]

# question 1: split 70/15/15 (rows are i.i.d., so the order is already random)
a, b = int(0.7 * N), int(0.85 * N)
(Xtr, ytr), (Xva, yva), (Xte, yte) = (X[:a], y[:a]), (X[a:b], y[a:b]), (X[b:], y[b:])

# question 2: normalise inside the model, statistics of the training part only
norm = layers.Normalization(axis=-1)
norm.adapt(Xtr)

# question 3: the network
model = keras.Sequential([
    keras.Input((3,)),
    norm,
    layers.Dense(64, activation="gelu"),
    layers.Dense(64, activation="gelu"),
    layers.Dense(1),
])

# question 4: cosine decay over exactly the steps that are run
BATCH, EPOCHS = 64, 40
steps = int(np.ceil(len(Xtr) / BATCH)) * EPOCHS
model.compile(
    optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(5e-3, steps)),
    loss="mse",
    metrics=["mae"],
)
model.fit(Xtr, ytr, validation_data=(Xva, yva), batch_size=BATCH, epochs=EPOCHS, verbose=2)

# question 5: the test part, looked at once
mse, mae = model.evaluate(Xte, yte, verbose=0)
base = np.abs(yte - ytr.mean()).mean()
print(f"test MAE {mae:.3f}, always-the-mean MAE {base:.3f}")
