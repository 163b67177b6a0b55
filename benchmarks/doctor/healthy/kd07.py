# %% [markdown]
# Uncertainty with Monte-Carlo dropout on Friedman's function.
# Dropout stays ON at prediction time here - that is the method, not an oversight.

# %%
import numpy as np
import keras
from keras import layers
from scipy.stats import spearmanr

keras.utils.set_random_seed(42)
rng = np.random.default_rng(42)


def friedman(n):
    x = rng.uniform(0, 1, size=(n, 8))
    mean = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return x.astype("float32"), (mean + rng.normal(0, 1, n)).astype("float32")


x_train, y_train = friedman(1500)
x_val, y_val = friedman(400)        # early stopping
x_cal, y_cal = friedman(400)        # width of the intervals
x_test, y_test = friedman(600)

# %% target in units of the training rows
y_mu, y_sd = y_train.mean(), y_train.std()
to_unit = lambda y: (y - y_mu) / y_sd
to_raw = lambda z: z * y_sd + y_mu

norm = layers.Normalization()
norm.adapt(x_train)

inputs = keras.Input((8,))
h = norm(inputs)
for width in (96, 96):
    h = layers.Dense(width, activation="relu")(h)
    h = layers.Dropout(0.1)(h)
outputs = layers.Dense(1)(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse")

# %%
rmse = lambda p, y: float(np.sqrt(np.mean((p - y) ** 2)))
before = to_raw(model.predict(x_test, verbose=0)[:, 0])
hist = model.fit(x_train, to_unit(y_train), validation_data=(x_val, to_unit(y_val)), epochs=60, batch_size=64,
                 verbose=0, callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=8, restore_best_weights=True)])
print("epochs run:", len(hist.history["loss"]), " best validation mse:", round(min(hist.history["val_loss"]), 4))

# %% linear regression as the simple rival (least squares with intercept)
A = np.c_[x_train, np.ones(len(x_train))]
coef, *_ = np.linalg.lstsq(A, y_train, rcond=None)
linear = np.c_[x_test, np.ones(len(x_test))] @ coef


# %%
def mc(x, passes=60):
    """Mean and spread of stochastic passes, in raw units. training=True only switches the dropout:
    the model has no batch normalisation, and Normalization has no training mode."""
    z = np.stack([keras.ops.convert_to_numpy(model(x, training=True))[:, 0] for _ in range(passes)])
    return to_raw(z.mean(0)), z.std(0) * y_sd


mu_cal, sd_cal = mc(x_cal)
mu, sd = mc(x_test)

print("RMSE test: mean of training  ", round(rmse(np.full_like(y_test, y_mu), y_test), 3))
print("RMSE test: untrained         ", round(rmse(before, y_test), 3))
print("RMSE test: linear regression ", round(rmse(linear, y_test), 3))
print("RMSE test: network, one pass without dropout", round(rmse(to_raw(model.predict(x_test, verbose=0)[:, 0]), y_test), 3))
print("RMSE test: network, mean of 60 passes       ", round(rmse(mu, y_test), 3))

# %% The spread knows nothing of the noise in y, so raw 90 % intervals are too narrow.
# Split conformal: the factor comes from the calibration rows.
raw_cover = np.mean(np.abs(y_test - mu) <= 1.645 * sd)
scores = np.sort(np.abs(y_cal - mu_cal) / sd_cal)
rank = int(np.ceil((len(scores) + 1) * 0.9)) - 1
factor = scores[rank]
cover = np.mean(np.abs(y_test - mu) <= factor * sd)
rho = spearmanr(sd, np.abs(y_test - mu))
print(f"coverage of nominal 90 % intervals: raw {raw_cover:.3f}, conformal {cover:.3f} (factor {factor:.2f})")
print(f"rank correlation of spread and absolute error: {rho.statistic:.3f} (p = {rho.pvalue:.3g})")

# %% A look far from the data: the spread should grow
far = (x_test + 2.0).astype("float32")
print(f"mean spread inside {sd.mean():.2f}, far outside {mc(far)[1].mean():.2f}")
