"""Anomaly detection with an autoencoder that has only ever seen healthy readings.

12 sensors follow 3 hidden factors. In a faulty reading, two sensors drift away from the others.
The alarm level is the 99th percentile of the error on healthy validation readings, so that about
one healthy reading in a hundred raises an alarm.
"""
import tensorflow as tf
import numpy as np

SEED = 99
tf.keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

N_SENSORS, N_FACTORS = 12, 3
MIXING = rng.normal(size=(N_FACTORS, N_SENSORS))


def healthy(n):
    factors = rng.normal(size=(n, N_FACTORS))
    return (20 + 4 * (factors @ MIXING + 0.15 * rng.normal(size=(n, N_SENSORS)))).astype("float32")


def faulty(n):
    readings = healthy(n)
    for row in readings:
        where = rng.choice(N_SENSORS, size=2, replace=False)
        row[where] += rng.choice([-1, 1], size=2) * rng.uniform(4, 10, size=2)
    return readings


class AutoEncoder(tf.keras.Model):
    def __init__(self, width, code, **kwargs):
        super().__init__(**kwargs)
        self.encoder = tf.keras.Sequential([
            tf.keras.layers.Dense(32, activation="tanh"),
            tf.keras.layers.Dense(code),
        ])
        self.decoder = tf.keras.Sequential([
            tf.keras.layers.Dense(32, activation="tanh"),
            tf.keras.layers.Dense(width),
        ])

    def call(self, x):
        return self.decoder(self.encoder(x))


def roc_auc(scores_bad, scores_good):
    """Share of (bad, good) pairs in the right order, ties count half."""
    diff = scores_bad[:, None] - scores_good[None, :]
    return float((diff > 0).mean() + 0.5 * (diff == 0).mean())


train, val = healthy(3000), healthy(1000)
test_good, test_bad = healthy(1000), faulty(150)

mean, std = train.mean(axis=0), train.std(axis=0)
train_s, val_s, good_s, bad_s = ((a - mean) / std for a in (train, val, test_good, test_bad))

model = AutoEncoder(N_SENSORS, N_FACTORS)
model.compile(optimizer=tf.keras.optimizers.Adam(3e-3), loss="mse")
# input and target are the same on purpose
model.fit(train_s, train_s, validation_data=(val_s, val_s), epochs=40, batch_size=64, verbose=2,
          callbacks=[tf.keras.callbacks.EarlyStopping(
              monitor="val_loss", patience=5, restore_best_weights=True)])


def error(x):
    return np.mean((model.predict(x, verbose=0) - x) ** 2, axis=1)


level = np.quantile(error(val_s), 0.99)
e_good, e_bad = error(good_s), error(bad_s)
hits, false = int((e_bad > level).sum()), int((e_good > level).sum())
print(f"alarm level {level:.4f}")
print(f"found {hits}/{len(e_bad)}, false alarms {false}/{len(e_good)}")
print(f"precision {hits / max(1, hits + false):.3f}  recall {hits / len(e_bad):.3f}")
print(f"ROC AUC {roc_auc(e_bad, e_good):.3f} (chance 0.5)")
