# %% [markdown]
# # What does the thing cost?
# Regression from a short ad to its price. Notebook, exported.

# %%
import numpy as np
import pandas as pd
import keras
from keras import layers, ops

keras.utils.set_random_seed(2024)

# %%
tr = pd.read_json("data/prices/train.jsonl", lines=True)
va = pd.read_json("data/prices/validation.jsonl", lines=True)
te = pd.read_json("data/prices/test.jsonl", lines=True)
tr, va, te = (d.drop_duplicates("text") for d in (tr, va, te))
# the same ad can be in several files: it stays in the one that is looked at last
va = va[~va["text"].isin(te["text"])]
tr = tr[~tr["text"].isin(te["text"]) & ~tr["text"].isin(va["text"])]
print(len(tr), len(va), len(te))

# %%
vec = layers.TextVectorization(output_mode="multi_hot")
vec.adapt(tr["text"].to_list())
enc = lambda frame: np.asarray(ops.convert_to_numpy(vec(frame["text"].to_list())), dtype="float32")
Xtr, Xva, Xte = enc(tr), enc(va), enc(te)

# the target in units of the training prices
mu = tr["price"].mean()
sd = tr["price"].std()
scale = lambda frame: ((frame["price"].to_numpy(dtype="float32") - mu) / sd).astype("float32")[:, None]
ytr, yva = scale(tr), scale(va)
print(Xtr.shape, ytr.shape)


# %%
class MAEInMoney(keras.callbacks.Callback):
    """Every tenth epoch the validation error in the unit one can imagine."""

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1:3d}  val MAE {logs['val_mae'] * sd:7.1f}")


net = keras.Sequential([
    keras.Input((Xtr.shape[1],)),
    layers.Dense(48, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dense(1),
])
net.compile(optimizer=keras.optimizers.Adam(3e-3), loss=keras.losses.Huber(delta=1.0), metrics=["mae"])
net.fit(
    Xtr, ytr, validation_data=(Xva, yva), epochs=80, batch_size=16, verbose=0,
    callbacks=[
        MAEInMoney(),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=5, min_lr=1e-4),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=15, restore_best_weights=True),
    ],
)

# %%
guess = net.predict(Xte, verbose=0)[:, 0] * sd + mu
truth = te["price"].to_numpy(dtype="float64")
mae = np.abs(guess - truth).mean()
mae_median = np.abs(tr["price"].median() - truth).mean()
r2 = 1 - ((guess - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
print(f"test MAE {mae:.1f}  |  always the median {mae_median:.1f}  |  R2 {r2:.3f}")
print(te.assign(guess=guess.round(-1)).head(8).to_string(index=False))
