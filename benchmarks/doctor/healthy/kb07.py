"""One network, two jobs: which fault a pump has (3 classes) and how many hours it still runs."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers

FAULTS = ("none", "bearing", "cavitation")


class PumpData:
    """Simulated sensor snapshots. One row = one pump, so rows can be split freely."""

    def __init__(self, n=4500, seed=17):
        rng = np.random.default_rng(seed)
        self.fault = rng.choice(3, size=n, p=[0.5, 0.3, 0.2])
        wear = rng.beta(2, 2, size=n)
        vibration = 1.0 + 2.0 * (self.fault == 1) * (0.4 + wear) + 0.4 * wear + rng.normal(0, 0.35, n)
        noise = 60 + 9.0 * (self.fault == 2) * (0.4 + wear) + 3.0 * wear + rng.normal(0, 1.6, n)
        temperature = 45 + 18 * wear + 5 * (self.fault == 1) + rng.normal(0, 2.5, n)
        pressure = 6.0 - 1.2 * (self.fault == 2) - 0.8 * wear + rng.normal(0, 0.3, n)
        current = 11 + 1.5 * wear + rng.normal(0, 0.5, n)
        self.x = np.stack([vibration, noise, temperature, pressure, current], axis=1).astype("float32")
        base = np.array([2400.0, 1300.0, 1700.0])[self.fault]
        self.hours = (base * (1.05 - wear) + rng.normal(0, 80, n)).clip(0).astype("float32")
        order = rng.permutation(n)
        self.train, self.valid, self.test = np.split(order, [int(0.65 * n), int(0.8 * n)])

        self.hours_mean = float(self.hours[self.train].mean())
        self.hours_std = float(self.hours[self.train].std())

    def dataset(self, rows, batch=64, shuffle=False):
        z = (self.hours[rows] - self.hours_mean) / self.hours_std
        targets = {"fault": self.fault[rows].astype("int32")[:, None], "life": z[:, None]}
        ds = tf.data.Dataset.from_tensor_slices((self.x[rows], targets))
        if shuffle:
            ds = ds.shuffle(len(rows))
        return ds.batch(batch).prefetch(tf.data.AUTOTUNE)


def two_headed(train_x):
    norm = layers.Normalization(axis=-1)
    norm.adapt(train_x)
    inputs = keras.Input((train_x.shape[1],), name="sensors")
    trunk = norm(inputs)
    trunk = layers.Dense(64, activation="gelu")(trunk)
    trunk = layers.Dense(64, activation="gelu")(trunk)
    fault = layers.Dense(32, activation="gelu")(trunk)
    fault = layers.Dense(len(FAULTS), activation="softmax", name="fault")(fault)
    life = layers.Dense(32, activation="gelu")(trunk)
    life = layers.Dense(1, name="life")(life)
    return keras.Model(inputs, {"fault": fault, "life": life})


class OneLine(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        picked = {k: logs[k] for k in ("loss", "val_loss", "val_fault_acc", "val_life_mae") if k in logs}
        print(f"epoch {epoch + 1:2d} " + " ".join(f"{k} {v:.4f}" for k, v in picked.items()))


keras.utils.set_random_seed(17)
data = PumpData()
model = two_headed(data.x[data.train])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss={"fault": keras.losses.SparseCategoricalCrossentropy(), "life": keras.losses.Huber()},
    # Huber on a standardised target is several times smaller than the cross-entropy at the start
    loss_weights={"fault": 1.0, "life": 2.0},
    metrics={"fault": [keras.metrics.SparseCategoricalAccuracy(name="acc")],
             "life": [keras.metrics.MeanAbsoluteError(name="mae")]},
)
model.fit(
    data.dataset(data.train, shuffle=True),
    validation_data=data.dataset(data.valid),
    epochs=30,
    verbose=0,
    callbacks=[OneLine(), keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)],
)

answer = model.predict(data.dataset(data.test), verbose=0)
fault_true, hours_true = data.fault[data.test], data.hours[data.test]
fault_pred = answer["fault"].argmax(axis=-1)
hours_pred = answer["life"][:, 0] * data.hours_std + data.hours_mean

print(f"fault accuracy {np.mean(fault_pred == fault_true):.3f}   always 'none' {np.mean(fault_true == 0):.3f}")
print(f"life RMSE {np.sqrt(np.mean((hours_pred - hours_true) ** 2)):.0f} h   "
      f"train mean {np.sqrt(np.mean((data.hours_mean - hours_true) ** 2)):.0f} h")
for k, name in enumerate(FAULTS):
    print(f"  recall {name:<10} {np.mean(fault_pred[fault_true == k] == k):.3f}")
