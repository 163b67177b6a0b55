# House-price-like regression: inputs normalised by a layer, target standardised by hand.
import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_friedman1

rng = np.random.default_rng(0)
keras.utils.set_random_seed(0)

features, raw = make_friedman1(n_samples=2400, n_features=8, noise=1.0, random_state=0)
features = features * np.array([100, 3, 1, 2000, 7, 1, 50, 10]) + np.array([20, 0, 5, 0, 1, 0, 0, -5])
price = 50_000 + 12_000 * raw                       # currency units

order = rng.permutation(len(features))
train, val, test = np.split(order, [1600, 2000])

normalizer = layers.Normalization(axis=-1)
normalizer.adapt(features[train])                   # statistics of the training rows only
mu, sigma = price[train].mean(), price[train].std()
scale = lambda p: (p - mu) / sigma


class RealUnits(keras.callbacks.Callback):
    """Shows the validation RMSE in the currency of the target."""

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 10 == 0:
            rmse = logs["val_root_mean_squared_error"] * sigma
            print(f"epoch {epoch + 1:3d}: val RMSE {rmse:,.0f}")


def step_decay(epoch, lr):
    return lr * 0.5 if epoch and epoch % 8 == 0 else lr


model = keras.Sequential([
    keras.Input((features.shape[1],)),
    normalizer,
    layers.Dense(64, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse", metrics=[keras.metrics.RootMeanSquaredError()])
history = model.fit(
    features[train], scale(price[train]),
    validation_data=(features[val], scale(price[val])),
    epochs=30, batch_size=64, verbose=0,
    callbacks=[keras.callbacks.LearningRateScheduler(step_decay), RealUnits()],
)

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.plot(history.history["loss"], label="train")
    plt.plot(history.history["val_loss"], label="val")
    plt.legend()
    plt.savefig("r03_curve.png")
except ImportError:
    pass

pred = model.predict(features[test], verbose=0).squeeze(-1) * sigma + mu
residual = price[test] - pred
r2 = 1 - np.sum(residual ** 2) / np.sum((price[test] - price[test].mean()) ** 2)
print(f"final lr {history.history['learning_rate'][-1]:.5f}")
print(f"test RMSE {np.sqrt(np.mean(residual ** 2)):,.0f} (std of the target {price[test].std():,.0f}), R2 {r2:.3f}")
