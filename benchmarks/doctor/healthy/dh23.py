import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers, ops
from sklearn.datasets import load_digits

# Denoising autoencoder. The target is the input itself; what makes the task a task is the noise layer,
# which works in training only.
keras.utils.set_random_seed(44)
data = (load_digits().data / 16.0).astype("float32")
order = np.random.default_rng(44).permutation(len(data))
train, held = data[order[:1400]], data[order[1400:]]


def psnr(y_true, y_pred):
    return -10.0 * ops.log10(ops.mean(ops.square(y_true - y_pred)))


encoder = keras.Sequential([keras.Input((64,)), layers.GaussianNoise(0.3), layers.Dense(96, activation="relu"),
                            layers.Dense(20, activation="linear", name="code")], name="encoder")
decoder = keras.Sequential([keras.Input((20,)), layers.Dense(96, activation="relu"),
                            layers.Dense(64, activation="sigmoid")], name="decoder")
auto = keras.Sequential([keras.Input((64,)), encoder, decoder])
auto.compile(optimizer=keras.optimizers.Nadam(2e-3), loss="mse", metrics=[psnr])

auto.fit(train, train, validation_data=(held, held), epochs=40, batch_size=50, verbose=0, callbacks=[
    keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=4, min_lr=1e-4),
    keras.callbacks.LambdaCallback(on_epoch_end=lambda e, logs: print(
        f"epoch {e + 1}: noisy training {logs['loss']:.4f}, clean held-out {logs['val_loss']:.4f}")
        if e % 10 == 9 else None),
])
# the held-out loss lies BELOW the training loss: its pictures are clean

noisy = held + 0.3 * np.random.default_rng(1).standard_normal(held.shape).astype("float32")
cleaned = auto.predict(noisy, verbose=0)
print(f"unseen noisy pictures: error {np.mean((noisy - held) ** 2):.4f} before, {np.mean((cleaned - held) ** 2):.4f} after")
print(f"constant picture would be off by {np.mean((held - train.mean(0)) ** 2):.4f}")
