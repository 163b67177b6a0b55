"""IR spectra of binary solutions: which solute is it, and how much of it? (functional API, two heads)"""
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(6022)

# band positions (cm^-1), relative heights and widths
SOLUTES = {
    "acetone":       [(1715, 1.00, 14), (1360, 0.45, 12), (1220, 0.55, 12)],
    "ethyl acetate": [(1742, 1.00, 14), (1240, 0.90, 16), (1050, 0.50, 12)],
    "acetonitrile":  [(2254, 0.60, 10), (1375, 0.40, 14), (1040, 0.35, 14)],
    "toluene":       [(1495, 0.70, 10), (1605, 0.40, 10), (1080, 0.25, 12)],
}
NAMES = list(SOLUTES)
WAVENUMBERS = np.arange(900, 2400, 10.0)


def measure(n, rng):
    """n spectra, with the true solute and its concentration in mol/L (Lambert-Beer, path length drifting by 1 %)."""
    which = rng.integers(len(NAMES), size=n)
    conc = rng.uniform(0.05, 1.5, size=n)
    spectra = np.empty((n, WAVENUMBERS.size))
    for i, (k, c) in enumerate(zip(which, conc)):
        shift = rng.normal(0, 2.0)
        absorbance = sum(h * np.exp(-0.5 * ((WAVENUMBERS - p - shift) / w) ** 2) for p, h, w in SOLUTES[NAMES[k]])
        solvent = 0.8 * np.exp(-0.5 * ((WAVENUMBERS - 1640) / 60) ** 2)
        drift = rng.normal(0, 0.03) + rng.normal(0, 0.03) * (WAVENUMBERS - 1650) / 750
        spectra[i] = c * absorbance * rng.normal(1, 0.01) + solvent + drift
    spectra += rng.normal(0, 0.01, spectra.shape)
    return spectra.astype("float32"), which.astype("int32"), conc.astype("float32")


rng = np.random.default_rng(1811)
x_train, k_train, c_train = measure(1600, rng)
x_val, k_val, c_val = measure(400, rng)
x_test, k_test, c_test = measure(400, rng)

# concentrations in units of the training spread, so that both losses have a similar size
c_mean, c_std = c_train.mean(), c_train.std()


def targets(k, c):
    return {"solute": k, "amount": ((c - c_mean) / c_std)[:, None]}


scale = layers.Normalization(axis=-1)
scale.adapt(x_train)

spectrum = keras.Input((WAVENUMBERS.size,), name="spectrum")
h = scale(spectrum)
h = layers.Reshape((WAVENUMBERS.size, 1))(h)
h = layers.Conv1D(12, 9, strides=2, padding="same", activation="relu")(h)
h = layers.Conv1D(16, 5, strides=2, padding="same", activation="relu")(h)
h = layers.Flatten()(h)
h = layers.Dense(48, activation="relu")(h)
solute = layers.Dense(len(NAMES), name="solute")(h)                       # logits
amount = layers.Dense(1, name="amount")(layers.Dense(24, activation="relu")(h))
model = keras.Model(spectrum, {"solute": solute, "amount": amount})

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss={"solute": keras.losses.SparseCategoricalCrossentropy(from_logits=True), "amount": keras.losses.Huber()},
    loss_weights={"solute": 1.0, "amount": 2.0},
    metrics={"solute": ["accuracy"], "amount": ["mae"]},
)
model.fit(
    x_train, targets(k_train, c_train),
    validation_data=(x_val, targets(k_val, c_val)),
    batch_size=32, epochs=30, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=6, restore_best_weights=True)],
)

pred = model.predict(x_test, verbose=0)
k_hat = pred["solute"].argmax(axis=1)
c_hat = pred["amount"][:, 0] * c_std + c_mean

print(f"\nsolute identified in {np.mean(k_hat == k_test):.1%} of the test spectra "
      f"(commonest one: {np.mean(k_test == np.bincount(k_train).argmax()):.1%})")
print(f"mean error of the concentration {np.abs(c_hat - c_test).mean():.3f} mol/L "
      f"(mean of the training solutions: {np.abs(c_mean - c_test).mean():.3f} mol/L)")
for i, name in enumerate(NAMES):
    rows = k_test == i
    print(f"  {name:<14} n={rows.sum():3d}  bias {np.mean(c_hat[rows] - c_test[rows]):+.3f}  "
          f"sd {np.std(c_hat[rows] - c_test[rows], ddof=1):.3f} mol/L")
