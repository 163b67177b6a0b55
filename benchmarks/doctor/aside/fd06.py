# %% [markdown]
# # Breast cancer, own training loop
# %%
import json
import os

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(42)

# %%
data = load_breast_cancer()
X_train, X_val, y_train, y_val = train_test_split(
    data.data.astype("float32"), data.target.astype("float32"), test_size=0.3, random_state=42, stratify=data.target
)
norm = tf.keras.layers.Normalization()
norm.adapt(X_train)

model = tf.keras.Sequential(
    [
        tf.keras.Input((30,)),
        norm,
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ]
)

# %%
train_ds = tf.data.Dataset.from_tensor_slices((X_train, y_train[:, None])).shuffle(400).batch(32)
val_ds = tf.data.Dataset.from_tensor_slices((X_val, y_val[:, None])).batch(64)

bce = tf.keras.losses.BinaryCrossentropy()
adam = tf.keras.optimizers.Adam(1e-3)
train_loss = tf.keras.metrics.Mean(name="loss")
train_auc = tf.keras.metrics.AUC(name="auc")
val_loss = tf.keras.metrics.Mean(name="val_loss")
val_acc = tf.keras.metrics.BinaryAccuracy(name="val_acc")


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = bce(y, p)
    g = tape.gradient(loss, model.trainable_variables)
    adam.apply_gradients(zip(g, model.trainable_variables))
    train_loss(loss)
    train_auc(y, p)


@tf.function
def test_step(x, y):
    p = model(x, training=False)
    val_loss(bce(y, p), sample_weight=tf.cast(tf.shape(x)[0], tf.float32))
    val_acc(y, p)


# %%
history = []
for epoch in range(20):
    train_loss.reset_state()
    train_auc.reset_state()

    for x, y in train_ds:
        train_step(x, y)
    for x, y in val_ds:
        test_step(x, y)

    row = {m.name: float(m.result()) for m in (train_loss, train_auc, val_loss, val_acc)}
    history.append(row)
    print(epoch + 1, {k: round(v, 4) for k, v in row.items()})

# %%
best = int(np.argmin([row["val_loss"] for row in history]))
print("best epoch", best + 1, "validation accuracy", round(history[best]["val_acc"], 4))
os.makedirs("out/fd06", exist_ok=True)
with open("out/fd06/history.json", "w") as f:
    json.dump(history, f, indent=1)
