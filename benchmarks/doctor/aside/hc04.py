# Transfer: features learned on the digits 0-4, new head for the digits 5-9.
# Converted from a notebook.
import os
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(21)
os.makedirs("out/hc04", exist_ok=True)

# %% data
X, y = load_digits(return_X_y=True)
X = (X.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
old, new = y < 5, y >= 5
X_src, y_src = X[old], y[old]
X_dst, y_dst = X[new], y[new] - 5

Xs_tr, Xs_va, ys_tr, ys_va = train_test_split(X_src, y_src, test_size=0.2, stratify=y_src, random_state=1)
Xd_tr, Xd_te, yd_tr, yd_te = train_test_split(X_dst, y_dst, test_size=0.3, stratify=y_dst, random_state=1)
Xd_tr, Xd_va, yd_tr, yd_va = train_test_split(Xd_tr, yd_tr, test_size=0.2, stratify=yd_tr, random_state=1)

# %% feature extractor
base = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, activation="relu"),
        layers.Conv2D(24, 3, activation="relu"),
        layers.Flatten(),
        layers.Dense(16, activation="relu"),
    ],
    name="features",
)
source = keras.Sequential([base, layers.Dense(5, activation="softmax")])
source.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(Xs_tr, ys_tr, validation_data=(Xs_va, ys_va), epochs=10, batch_size=32, verbose=0)
print("source task:", source.evaluate(Xs_va, ys_va, verbose=0))

# %% stage 1: only the head
base.trainable = False
inp = keras.Input((8, 8, 1))
x = base(inp)
out = layers.Dense(5, activation="softmax")(x)
target = keras.Model(inp, out)
target.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
h1 = target.fit(Xd_tr, yd_tr, validation_data=(Xd_va, yd_va), epochs=10, batch_size=32, verbose=2)

# %% stage 2: everything, gently
base.trainable = True
target.optimizer.learning_rate = 5e-4
h2 = target.fit(
    Xd_tr,
    yd_tr,
    validation_data=(Xd_va, yd_va),
    epochs=25,
    initial_epoch=10,
    batch_size=32,
    verbose=2,
)

# %% result
print("val accuracy, head only :", max(h1.history["val_accuracy"]))
print("val accuracy, fine-tuned:", max(h2.history["val_accuracy"]))
print("test accuracy           :", target.evaluate(Xd_te, yd_te, verbose=0)[1])
np.save("out/hc04/val_acc.npy", h1.history["val_accuracy"] + h2.history["val_accuracy"])
