"""Calibration of low-cost NO2 sensors next to reference stations, with its own loop.

The network gives a mean and a log-variance for each reading.  A device is either used for
fitting, for choosing the epoch, or for the report, never for two of them.
"""
import os

import numpy as np
import tensorflow as tf
import keras

os.makedirs("out/md10", exist_ok=True)
keras.utils.set_random_seed(31)
rng = np.random.default_rng(31)

# ---- raw readings: devices differ a little in gain and offset
N_DEVICES, READINGS = 40, 150
device = np.repeat(np.arange(N_DEVICES), READINGS)
gain = rng.normal(1.0, 0.04, N_DEVICES)[device]
offset = rng.normal(0.0, 4.0, N_DEVICES)[device]
no2 = rng.gamma(3.0, 12.0, device.size)                         # ug/m3, from the station
temp = rng.normal(14, 8, device.size)
humid = np.clip(rng.normal(65, 15, device.size), 10, 100)
ozone = np.clip(60 + 1.5 * (temp - 14) - 0.4 * no2 + rng.normal(0, 10, device.size), 0, None)
volts = (offset + gain * (200 + 3.0 * no2 * np.exp(-0.012 * (temp - 14)) + 0.6 * ozone
                          - 0.02 * (humid - 50) ** 2)
         + rng.normal(0, 1, device.size) * (4 + 0.25 * np.maximum(humid - 60, 0)))
ox_volts = 150 + 1.1 * ozone + rng.normal(0, 6, device.size)
X = np.stack([volts, ox_volts, temp, humid], axis=1)

shuffled = rng.permutation(N_DEVICES)
is_fit = np.isin(device, shuffled[:26])
is_choose = np.isin(device, shuffled[26:33])
is_report = np.isin(device, shuffled[33:])

x_mean, x_std = X[is_fit].mean(0), X[is_fit].std(0)
y_mean, y_std = no2[is_fit].mean(), no2[is_fit].std()
Z = ((X - x_mean) / x_std).astype("float32")
T = ((no2 - y_mean) / y_std).astype("float32")

fit_set = (tf.data.Dataset.from_tensor_slices((Z[is_fit], T[is_fit]))
           .shuffle(int(is_fit.sum()), seed=31).batch(64).prefetch(2))

inp = keras.Input((4,))
h = keras.layers.Dense(48, activation="swish")(inp)
h = keras.layers.Dense(48, activation="swish")(h)
net = keras.Model(inp, keras.layers.Dense(2)(h))
EPOCHS = 30
rate = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=EPOCHS * int(fit_set.cardinality()))
optimizer = keras.optimizers.Adam(rate, clipnorm=1.0)


def gaussian_nll(target, output):
    mean, log_var = output[:, 0], tf.clip_by_value(output[:, 1], -7.0, 5.0)
    return 0.5 * tf.reduce_mean(log_var + tf.square(target - mean) * tf.exp(-log_var))


@tf.function
def fit_step(z, t):
    with tf.GradientTape() as tape:
        loss = gaussian_nll(t, net(z, training=True))
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return loss


@tf.function
def infer(z):
    return net(z, training=False)


best, best_weights = np.inf, None
for epoch in range(1, EPOCHS + 1):
    running = keras.metrics.Mean()
    for z, t in fit_set:
        running.update_state(fit_step(z, t))
    choose_loss = float(gaussian_nll(T[is_choose], infer(Z[is_choose])))
    if choose_loss < best:
        best, best_weights = choose_loss, net.get_weights()
    if epoch % 5 == 0:
        print(f"{epoch:3d}  fit {float(running.result()):+.3f}  other devices {choose_loss:+.3f}")
net.set_weights(best_weights)
net.save("out/md10/calibration.keras")

# ---- report on devices nobody has looked at, in ug/m3
out = infer(Z[is_report]).numpy()
mean = out[:, 0] * y_std + y_mean
sigma = np.exp(0.5 * np.clip(out[:, 1], -7.0, 5.0)) * y_std
truth = no2[is_report]

design = lambda a: np.column_stack([np.ones(len(a)), a])
coef = np.linalg.lstsq(design(X[is_fit]), no2[is_fit], rcond=None)[0]
linear_fit, linear = design(X[is_fit]) @ coef, design(X[is_report]) @ coef
linear_sigma = np.full(len(truth), (no2[is_fit] - linear_fit).std(ddof=X.shape[1] + 1))
nothing = np.full(len(truth), y_mean)
nothing_sigma = np.full(len(truth), y_std)


def line(name, m, s):
    rmse = np.sqrt(np.mean((m - truth) ** 2))
    nll = np.mean(0.5 * np.log(2 * np.pi * s ** 2) + 0.5 * ((truth - m) / s) ** 2)
    cover = np.mean(np.abs(truth - m) < 1.96 * s)
    print(f"{name:22s} rmse {rmse:6.2f}  nll {nll:6.3f}  95% interval holds {cover:.3f}")


line("network", mean, sigma)
line("linear calibration", linear, linear_sigma)
line("mean of fit devices", nothing, nothing_sigma)
