"""Tomorrow's consumption from the last four weeks (Keras, stacked LSTMs)."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(9)

DAYS = 1500
WINDOW = 28

# a made-up series: yearly and weekly pattern, and noise
rng = np.random.default_rng(9)
day = np.arange(DAYS)
load = (
    50
    + 12 * np.sin(2 * np.pi * day / 365.25)
    - 8 * (day % 7 >= 5)
    + rng.normal(0, 1.5, DAYS)
)

# the last days are the test, the ones before are for validation
end_train, end_val = 1000, 1250
mean, std = load[:end_train].mean(), load[:end_train].std()
scaled = ((load - mean) / std).astype("float32")


def windows(series):
    x = np.stack([series[i:i + WINDOW] for i in range(len(series) - WINDOW)])
    return x[..., np.newaxis], series[WINDOW:]


x_train, y_train = windows(scaled[:end_train])
x_val, y_val = windows(scaled[end_train:end_val])
x_test, y_test = windows(scaled[end_val:])
print(x_train.shape, x_val.shape, x_test.shape)


def build_model():
    return tf.keras.Sequential([
        tf.keras.Input((WINDOW, 1)),
        layers.LSTM(32),
        layers.Dropout(0.1),
        layers.LSTM(16),
        layers.Dense(1),
    ])


model = build_model()
model.compile(optimizer=tf.keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
stop = tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=20,
    batch_size=32,
    callbacks=[stop],
    verbose=2,
)

pred = model.predict(x_test, verbose=0)[:, 0]
mae = np.abs(pred - y_test).mean() * std
same_as_last_week = np.abs(x_test[:, -7, 0] - y_test).mean() * std
print(f"mean absolute error: network {mae:.2f}, same day last week {same_as_last_week:.2f}")
