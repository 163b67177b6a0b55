"""
Calibration of a toy calorimeter: predict the deposited energy AND its resolution.

The network gives two numbers per event, mu and log(sigma), and is trained with the
Gaussian negative log-likelihood.  A good answer has a small NLL and a 90 % interval that
really holds about 90 % of unseen events.
"""
import os
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
import numpy as np
import keras
from keras import layers, ops

OUT = "out/je07"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(31)


def events(n, seed):
    """raw signal in three layers + impact angle -> energy [GeV]"""
    rng = np.random.default_rng(seed)
    energy = rng.uniform(5, 100, n)
    angle = rng.uniform(0, 1.0, n)
    depth = rng.dirichlet([4, 6, 3], n)                    # how the shower is shared
    gain = np.array([1.0, 0.8, 0.6])
    res = 0.4 / np.sqrt(energy) * (1 + angle)              # stochastic term, worse when inclined
    visible = energy * np.cos(0.7 * angle) * (1 + res * rng.standard_normal(n))
    signal = visible[:, None] * depth * gain
    return np.column_stack([signal, angle]).astype("float32"), energy[:, None].astype("float32")


x_train, y_train = events(6000, 1)
x_val, y_val = events(1500, 2)
x_test, y_test = events(3000, 3)

mx, sx = x_train.mean(0), x_train.std(0)
my, sy = float(y_train.mean()), float(y_train.std())
X = {k: (v - mx) / sx for k, v in dict(train=x_train, val=x_val, test=x_test).items()}
Y = {k: (v - my) / sy for k, v in dict(train=y_train, val=y_val, test=y_test).items()}


def gauss_nll(y_true, y_pred):
    # the constant 0.5*log(2 pi) is left out: it moves nothing
    mu, log_s = y_pred[:, :1], y_pred[:, 1:]
    return log_s + 0.5 * ops.square((y_true - mu) * ops.exp(-log_s))


inp = keras.Input((4,))
h = layers.Dense(64, activation="swish")(inp)
h = layers.Dense(64, activation="swish")(h)
mu = layers.Dense(1, name="mu")(h)
log_s = layers.Dense(1, name="log_sigma")(h)
log_s = layers.Lambda(lambda t: 5.0 * ops.tanh(t / 5.0), output_shape=(1,))(log_s)   # soft limits, no explosions
model = keras.Model(inp, layers.Concatenate()([mu, log_s]))
model.compile(optimizer=keras.optimizers.Adam(2e-3, clipnorm=1.0), loss=gauss_nll)

hist = model.fit(
    X["train"], Y["train"], validation_data=(X["val"], Y["val"]),
    epochs=40, batch_size=128, verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
    ],
)

# ------------------------------------------------------------------ unseen events
p = model.predict(X["test"], batch_size=500, verbose=0)
mu_gev = p[:, :1] * sy + my
sigma_gev = np.exp(p[:, 1:]) * sy
pull = (y_test - mu_gev) / sigma_gev

nll_model = np.mean(np.log(sigma_gev) + 0.5 * pull ** 2 + 0.5 * np.log(2 * np.pi))
nll_const = np.mean(np.log(sy) + 0.5 * ((y_test - my) / sy) ** 2 + 0.5 * np.log(2 * np.pi))
r2 = 1 - np.sum((y_test - mu_gev) ** 2) / np.sum((y_test - y_test.mean()) ** 2)
inside = np.mean(np.abs(pull) < 1.6449)

print(f"best val loss          {min(hist.history['val_loss']):.3f}")
print(f"NLL per event [GeV]    model {nll_model:.3f}   one Gaussian for all {nll_const:.3f}")
print(f"R2                     {r2:.4f}")
print(f"pull mean / width      {pull.mean():+.3f} / {pull.std():.3f}   (ideal 0 / 1)")
print(f"90 % interval holds    {100 * inside:.1f} % of the test events")
np.savez(os.path.join(OUT, "test.npz"), truth=y_test, mu=mu_gev, sigma=sigma_gev)
