import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import LSTM, Dense, Input

WINDOW = 24
BATCH_SIZE = 32
EPOCHS = 12

keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)

# hourly load curve: day rhythm, slower wave, noise
t = np.arange(1400)
series = np.sin(2 * np.pi * t / 24) * (1 + 0.4 * np.sin(2 * np.pi * t / 170)) + 0.05 * rng.normal(size=t.size)
series = series.astype("float32")
train_part, val_part, test_part = series[:1000], series[1000:1200], series[1200:]


def windows(part):
    x = np.stack([part[i:i + WINDOW] for i in range(len(part) - WINDOW)])[..., None]
    y = part[WINDOW:]
    return x, y


def batch_generator(x, y, batch_size):
    while True:
        order = np.random.permutation(len(x))
        for start in range(0, len(x) - batch_size + 1, batch_size):
            idx = order[start:start + batch_size]
            yield x[idx], y[idx]


x_train, y_train = windows(train_part)
x_val, y_val = windows(val_part)
x_test, y_test = windows(test_part)
steps_per_epoch = len(x_train) // BATCH_SIZE
print("windows:", len(x_train), "steps per epoch:", steps_per_epoch)

model = keras.Sequential([
    Input(shape=(WINDOW, 1)),
    LSTM(32),
    Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(0.003), loss="mse")

train_gen = batch_generator(x_train, y_train, BATCH_SIZE)
history = model.fit(
    train_gen,
    steps_per_epoch=steps_per_epoch,
    epochs=EPOCHS,
    validation_data=(x_val, y_val),
    verbose=2,
)

print("val_loss per epoch:", np.round(history.history["val_loss"], 4))
test_mse = model.evaluate(x_test, y_test, verbose=0)
naive = np.mean((x_test[:, -1, 0] - y_test) ** 2)
print("test mse", round(float(test_mse), 4), " last-value mse", round(float(naive), 4))
print("predicted", model.predict(x_test[:6], verbose=0).ravel().round(2), "true", y_test[:6].round(2))
