# Electricity load (synthetic): one-step model, then a two-day forecast step by step
import keras
import numpy as np

keras.utils.set_random_seed(9)
WINDOW, HORIZON = 48, 48

hours = np.arange(24 * 90)
load = 50 + 12 * np.sin(2 * np.pi * hours / 24) + 5 * np.sin(4 * np.pi * hours / 24 + 1)
load += np.random.default_rng(9).normal(0, 0.8, len(hours))

history, future = load[:-HORIZON], load[-HORIZON:]
n_train = int(0.85 * len(history))
mu, sigma = history[:n_train].mean(), history[:n_train].std()
scaled = ((history - mu) / sigma).astype("float32")


def make_windows(series):
    x = np.stack([series[i:i + WINDOW] for i in range(len(series) - WINDOW)])
    return x[..., None], series[WINDOW:]


x_train, y_train = make_windows(scaled[:n_train])
x_val, y_val = make_windows(scaled[n_train - WINDOW:])

model = keras.Sequential([
    keras.Input((WINDOW, 1)),
    keras.layers.Conv1D(16, 5, activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(1),
])
model.compile("adam", "mse", metrics=["mae"])
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=25, batch_size=64, verbose=0,
          callbacks=[keras.callbacks.EarlyStopping(patience=5, restore_best_weights=True)])
_, mae = model.evaluate(x_val, y_val, verbose=0)
print(f"one step ahead, validation MAE: {mae * sigma:.2f}")


def forecast(start, steps):
    """Feed every prediction back in as the newest value."""
    window, out = start.copy(), []
    for _ in range(steps):
        pred = float(model(window[None, :, None], training=False)[0, 0])
        out.append(pred)
        window = np.append(window[1:], np.float32(pred))
    return np.array(out) * sigma + mu


pred = forecast(scaled[-WINDOW:], HORIZON)
print(f"{HORIZON}-hour forecast MAE: {np.abs(pred - future).mean():.2f}")
print(f"same hour of the day before, MAE: {np.abs(np.tile(history[-24:], 2) - future).mean():.2f}")
for h in (0, 1, 2, 6, 12, 24, 47):
    print(f"  +{h + 1:2d}h forecast {pred[h]:6.2f}  actual {future[h]:6.2f}")
