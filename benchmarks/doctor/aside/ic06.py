"""Temperature of a machine hall from eight gauges: regression with callbacks."""
import os
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from tensorflow.keras import callbacks, layers, models, optimizers, utils

OUT = Path("out/ic06")
OUT.mkdir(parents=True, exist_ok=True)
utils.set_random_seed(42)


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    gauges = rng.uniform(-1, 1, size=(n, 8)).astype("float32")
    temp = (
        2.0 * gauges[:, 0]
        - 1.5 * gauges[:, 1] * gauges[:, 2]
        + np.sin(3 * gauges[:, 3])
        + 0.1 * rng.normal(size=n)
    )
    return gauges, temp.astype("float32").reshape(-1, 1)


x_train, y_train = simulate(2400, 1)
x_val, y_val = simulate(400, 2)
x_test, y_test = simulate(400, 3)


def build_model():
    inp = layers.Input(shape=(8,))
    h = layers.Dense(64, activation="gelu")(inp)
    h = layers.Dense(64, activation="gelu")(h)
    out = layers.Dense(1)(h)
    m = models.Model(inp, out)
    m.compile(optimizer=optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
    return m


model = build_model()

cbs = [
    callbacks.ModelCheckpoint(
        filepath=str(OUT / "best_weights.h5"),
        monitor="val_loss",
        save_best_only=True,
        save_weights_only=True,
    ),
    callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4),
    callbacks.EarlyStopping(monitor="val_loss", patience=10),
    callbacks.CSVLogger(str(OUT / "log.csv")),
]

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(2400).batch(64).prefetch(1)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(200)

model.fit(train_ds, validation_data=val_ds, epochs=40, callbacks=cbs, verbose=2)

# best epoch, not the last one
best = build_model()
best.load_weights(str(OUT / "best_weights.h5"))
mse, mae = best.evaluate(x_test, y_test, verbose=0)
print(f"test mse {mse:.4f} mae {mae:.4f}")
