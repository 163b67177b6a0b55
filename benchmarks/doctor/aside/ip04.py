# %% [markdown]
# # Digits with a small CNN and a cosine schedule

# %%
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
from tensorflow import keras
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(21)
out_dir = "out/ip04"
os.makedirs(out_dir, exist_ok=True)

# %%
digits = load_digits()
imgs = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")

x_train, x_rest, y_train, y_rest = train_test_split(
    imgs, labels, test_size=0.3, stratify=labels, random_state=21
)
x_val, x_test, y_val, y_test = train_test_split(
    x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=21
)

# %%
EPOCHS = 15
BATCH_SIZE = 32
PEAK_LR = 1e-3

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(2048, seed=21)
    .batch(BATCH_SIZE)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(128)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(128)

# %%
model = keras.Sequential(
    [
        keras.Input(shape=(8, 8, 1)),
        keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dropout(0.25),
        keras.layers.Dense(10, activation="softmax"),
    ]
)

schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=PEAK_LR,
    decay_steps=EPOCHS,
    alpha=0.0,
)
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# %%
history = model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

# %%
test_loss, test_acc = model.evaluate(test_ds, verbose=0)
print("test accuracy:", round(float(test_acc), 4))
with open(os.path.join(out_dir, "history.json"), "w") as f:
    json.dump({k: [float(x) for x in v] for k, v in history.history.items()}, f)
