# %% [markdown]
# Churn pilot: 700 customers of the survey, 24 answers (already standardised by the survey office).
# Can we say who leaves?

# %%
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(3)
os.makedirs("out/da03", exist_ok=True)

# %%
rng = np.random.default_rng(3)
N, D = 700, 24
answers = pd.DataFrame(rng.normal(size=(N, D)).astype("float32"), columns=[f"q{i:02d}" for i in range(D)])
z = 1.0 * answers.q00 - 0.8 * answers.q05 + 0.7 * answers.q01 * answers.q02
p = 1 / (1 + np.exp(-z))
answers["churn"] = (rng.random(N) < p).astype("float32")
print(answers.churn.mean())

# %%
x = answers.drop(columns="churn").to_numpy()
y = answers.churn.to_numpy().reshape(-1, 1)

n_val = 150
n_train = N - n_val
BATCH = 32

ds = tf.data.Dataset.from_tensor_slices((x, y))
ds = ds.shuffle(N, seed=3)

train_ds = ds.take(n_train).batch(BATCH).prefetch(tf.data.AUTOTUNE)
val_ds = ds.skip(n_train).batch(BATCH).prefetch(tf.data.AUTOTUNE)

# %%
model = keras.Sequential([
    keras.Input((D,)),
    layers.Dense(128, activation="relu"),
    layers.Dense(64, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[keras.metrics.BinaryAccuracy(name="acc"), keras.metrics.AUC(name="auc")],
)

# %%
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
history = model.fit(train_ds, validation_data=val_ds, epochs=50, callbacks=[stop], verbose=2)

# %%
hist = pd.DataFrame(history.history)
hist.to_csv("out/da03/history.csv", index=False)
print(hist.tail(3).round(3))

loss, acc, auc = model.evaluate(val_ds, verbose=0)
print(f"held-out customers: accuracy {acc:.3f}, AUC {auc:.3f}")
base = max(y.mean(), 1 - y.mean())
print(f"always the majority: {base:.3f}")
