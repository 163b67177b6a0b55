# %% [markdown]
# Transfer: learn features on the digits 0-4, reuse them for 5-9 with few labels.

# %%
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(21)

digits = load_digits()
X = (digits.images[..., None] / 16.0).astype("float32")
y = digits.target

low = y < 5
X_src, y_src = X[low], y[low]
X_dst, y_dst = X[~low], y[~low] - 5

Xs_tr, Xs_va, ys_tr, ys_va = train_test_split(X_src, y_src, test_size=0.2, stratify=y_src, random_state=0)
# only 100 labelled images in the new task
Xd_tr, Xd_rest, yd_tr, yd_rest = train_test_split(X_dst, y_dst, train_size=100, stratify=y_dst, random_state=0)
Xd_va, Xd_te, yd_va, yd_te = train_test_split(Xd_rest, yd_rest, test_size=0.6, stratify=yd_rest, random_state=0)

# %% the feature extractor
base = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.GlobalAveragePooling2D(),
    ],
    name="base",
)
pretrain = keras.Sequential([base, layers.Dense(5, activation="softmax")])
pretrain.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
pretrain.fit(Xs_tr, ys_tr, validation_data=(Xs_va, ys_va), epochs=20, batch_size=32, verbose=0)
print("source task:", pretrain.evaluate(Xs_va, ys_va, verbose=0))

# %% stage 1: new head on frozen features
base.trainable = False
inputs = keras.Input((8, 8, 1))
outputs = layers.Dense(5, activation="softmax", name="head")(base(inputs))
model = keras.Model(inputs, outputs)
model.compile(
    optimizer=keras.optimizers.Adam(1e-2),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(Xd_tr, yd_tr, validation_data=(Xd_va, yd_va), epochs=20, batch_size=20, verbose=0)
print("head only:", model.evaluate(Xd_va, yd_va, verbose=0))

# %% stage 2: fine-tune everything gently
base.trainable = True
model.optimizer.learning_rate = 1e-3
print("trainable tensors:", len(model.trainable_weights))
model.fit(Xd_tr, yd_tr, validation_data=(Xd_va, yd_va), epochs=30, batch_size=20, verbose=0)
print("fine-tuned:", model.evaluate(Xd_va, yd_va, verbose=0))

# %%
print("test of the fine-tuned model:", model.evaluate(Xd_te, yd_te, verbose=0))
