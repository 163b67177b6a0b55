"""Anomaly detection on short sensor windows with a convolutional autoencoder trained on normal data only."""
import keras
import numpy as np
from keras import layers
from sklearn.metrics import precision_score, recall_score, roc_auc_score

keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)
LENGTH = 64


def normal_windows(n):
    t = np.arange(LENGTH)
    phase = rng.uniform(0, 2 * np.pi, (n, 1))
    freq = rng.uniform(0.9, 1.1, (n, 1)) * 2 * np.pi / 32
    amp = rng.uniform(0.8, 1.2, (n, 1))
    return 20 + 5 * (amp * np.sin(freq * t + phase) + 0.05 * rng.normal(size=(n, LENGTH)))


def broken_windows(n):
    """Half with a drop-out of the sensor, half with an extra high frequency."""
    x = normal_windows(n)
    for i in range(n):
        start = rng.integers(0, LENGTH - 12)
        if i % 2:
            x[i, start:start + 12] = x[i, start]
        else:
            x[i, start:start + 12] += 3 * np.sin(np.arange(12) * 2.5)
    return x


train, val = normal_windows(2000), normal_windows(500)
test = np.concatenate([normal_windows(400), broken_windows(100)])
is_anomaly = np.repeat([0, 1], [400, 100])

mean, std = train.mean(), train.std()
prepare = lambda x: ((x - mean) / std)[..., None].astype("float32")
x_train, x_val, x_test = map(prepare, (train, val, test))

encoder = keras.Sequential([
    keras.Input((LENGTH, 1)),
    layers.Conv1D(16, 7, strides=2, padding="same", activation="relu"),
    layers.Conv1D(8, 5, strides=2, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dense(6),
], name="encoder")
decoder = keras.Sequential([
    keras.Input((6,)),
    layers.Dense(16 * 8, activation="relu"),
    layers.Reshape((16, 8)),
    layers.Conv1DTranspose(16, 5, strides=2, padding="same", activation="relu"),
    layers.Conv1DTranspose(1, 7, strides=2, padding="same"),      # linear: the signal is standardised
], name="decoder")
autoencoder = keras.Sequential([encoder, decoder])
autoencoder.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
history = autoencoder.fit(
    x_train, x_train, validation_data=(x_val, x_val), epochs=25, batch_size=64, verbose=0,
    callbacks=[keras.callbacks.ReduceLROnPlateau(patience=3, factor=0.3)],
)
print("val mse: first %.4f last %.4f (variance 1)" % (history.history["val_loss"][0], history.history["val_loss"][-1]))


def score(x):
    """The worst local error of a window: mean squared error smoothed over 8 steps."""
    squared = np.squeeze((autoencoder.predict(x, verbose=0) - x) ** 2, axis=-1)
    return np.max([np.convolve(row, np.ones(8) / 8, mode="valid") for row in squared], axis=1)


threshold = np.quantile(score(x_val), 0.98)        # from normal validation windows, no anomaly needed
scores = score(x_test)
flagged = scores > threshold
print(f"threshold {threshold:.4f}  AUC {roc_auc_score(is_anomaly, scores):.3f}  "
      f"precision {precision_score(is_anomaly, flagged):.3f}  recall {recall_score(is_anomaly, flagged):.3f}")
