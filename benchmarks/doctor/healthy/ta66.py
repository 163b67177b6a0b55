"""Transfer: pretrain a small CNN on digits 0-4, fine-tune on digits 5-9."""
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(21)
d = load_digits()
X, y = (d.images / 16.0)[..., None].astype("float32"), d.target

source = y < 5
Xs, ys = X[source], y[source]
Xt, yt = X[~source], y[~source] - 5
n = 500
Xt_tr, yt_tr, Xt_va, yt_va = Xt[:n], yt[:n], Xt[n:], yt[n:]


def make_backbone():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(8, 3, activation="relu"),
        layers.Conv2D(12, 3, activation="relu"),
        layers.GlobalMaxPooling2D(),
    ], name="backbone")


# 1. pretraining
backbone = make_backbone()
pre = keras.Sequential([backbone, layers.Dense(5, activation="softmax")])
pre.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
pre.fit(Xs, ys, epochs=8, batch_size=32, verbose=0)
print("source accuracy %.3f" % pre.evaluate(Xs, ys, verbose=0)[1])

# 2. train the new head on top of the frozen backbone
backbone.trainable = False
model = keras.Sequential([backbone, layers.Dense(5, activation="softmax")])
model.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
h1 = model.fit(Xt_tr, yt_tr, validation_data=(Xt_va, yt_va), epochs=8, batch_size=32, verbose=2)

# 3. unfreeze everything and fine-tune
backbone.trainable = True
model.compile(keras.optimizers.Adam(2e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
h2 = model.fit(Xt_tr, yt_tr, validation_data=(Xt_va, yt_va), epochs=15, batch_size=32, verbose=2)

print("head only  : %.3f" % h1.history["val_accuracy"][-1])
print("fine-tuned : %.3f" % h2.history["val_accuracy"][-1])
