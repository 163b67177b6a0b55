# Transfer: learn digits 0-5 with plenty of pictures, then 6-9 from ten pictures each. Frozen, then unfrozen gently.
import os
import tempfile
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(64)
x, y = load_digits(return_X_y=True)
x = (x.reshape(-1, 8, 8, 1) / 8.0 - 1.0).astype("float32")
order = np.random.default_rng(64).permutation(len(x))
x, y = x[order], y[order]
old, new = y < 6, y >= 6
xo, yo, xn, yn = x[old], y[old], x[new], y[new] - 6
few = np.concatenate([np.flatnonzero(yn == c)[:10] for c in range(4)])
rest = np.setdiff1d(np.arange(len(yn)), few)


def body():
    inp = keras.Input((8, 8, 1))
    h = layers.Conv2D(24, 3, padding="same", use_bias=False)(inp)
    h = layers.Activation("relu")(layers.BatchNormalization(momentum=0.9)(h))
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(48, 3, padding="same", use_bias=False)(h)
    h = layers.Activation("relu")(layers.BatchNormalization(momentum=0.9)(h))
    return keras.Model(inp, layers.GlobalAveragePooling2D()(h), name="body")


def with_head(base, classes):
    inp = keras.Input((8, 8, 1))
    # training=False keeps the batch statistics of the base as they are when it is used for something new
    h = base(inp, training=False) if classes == 4 else base(inp)
    return keras.Model(inp, layers.Dense(classes)(h))


def ready(model, rate):
    model.compile(keras.optimizers.Adam(rate), keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    return model


folder = tempfile.mkdtemp()
base = body()
source = ready(with_head(base, 6), 3e-3)
log = source.fit(xo, yo, validation_split=0.2, batch_size=32, epochs=12, verbose=0, callbacks=[
    keras.callbacks.ModelCheckpoint(os.path.join(folder, "source.weights.h5"), save_weights_only=True, save_best_only=True)]).history
print("source: loss %.3f -> %.3f, val accuracy %.3f" % (log["loss"][0], log["loss"][-1], max(log["val_accuracy"])))

base = body()
again = with_head(base, 6)
again.load_weights(os.path.join(folder, "source.weights.h5"))
base.trainable = False
target = ready(with_head(base, 4), 2e-2)
log = target.fit(xn[few], yn[few], batch_size=8, epochs=30, verbose=0).history["loss"]
frozen = target.evaluate(xn[rest], yn[rest], verbose=0)[1]
print("head only: loss %.3f -> %.3f, accuracy %.3f" % (log[0], log[-1], frozen))

base.trainable = True
ready(target, 3e-4)                                   # a new compile, a much smaller rate
log = target.fit(xn[few], yn[few], batch_size=8, epochs=30, verbose=0).history["loss"]
print("all: loss %.3f -> %.3f, accuracy %.3f" % (log[0], log[-1], target.evaluate(xn[rest], yn[rest], verbose=0)[1]))

target.save(os.path.join(folder, "target.keras"))
copy = keras.models.load_model(os.path.join(folder, "target.keras"))
print("the saved copy agrees:", np.allclose(copy.predict(xn[:50], verbose=0), target.predict(xn[:50], verbose=0), atol=1e-5))
keras.utils.set_random_seed(1)
scratch_base = body()
scratch = ready(keras.Sequential([scratch_base, layers.Dense(4)]), 3e-3)
scratch.fit(xn[few], yn[few], batch_size=8, epochs=60, verbose=0)
print("from scratch: %.3f, majority %.3f" % (scratch.evaluate(xn[rest], yn[rest], verbose=0)[1], np.bincount(yn[rest]).max() / len(rest)))
