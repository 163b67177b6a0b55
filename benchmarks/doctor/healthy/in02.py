# %% [markdown]
# Shapes in noise: disc, square or cross. Convolutions, augmentation, checkpoint of the best epoch.

# %%
import os
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

OUT = "out/in02"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(3)
SIZE = 28

# %%
def draw(kind, rng):
    img = np.zeros((SIZE, SIZE), "float32")
    cy, cx = rng.integers(9, SIZE - 9, 2)
    r = rng.integers(4, 8)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if kind == 0:
        img[(yy - cy) ** 2 + (xx - cx) ** 2 <= r * r] = 1
    elif kind == 1:
        img[(abs(yy - cy) <= r - 1) & (abs(xx - cx) <= r - 1)] = 1
    else:
        img[(abs(yy - cy) <= r) & (abs(xx - cx) <= 1)] = 1
        img[(abs(xx - cx) <= r) & (abs(yy - cy) <= 1)] = 1
    img = img * rng.uniform(0.6, 1.0) + rng.normal(0, 0.12, img.shape)
    return (np.clip(img, 0, 1) * 255).astype("uint8")

def make(n, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, n)
    return np.stack([draw(k, rng) for k in labels])[..., None], labels.astype("int64")

x_train, y_train = make(1500, 1)
x_val, y_val = make(400, 2)
x_test, y_test = make(400, 5)
print(x_train.shape, x_train.dtype, np.bincount(y_train))

# %%
def pipeline(x, y, training):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(len(x), seed=3)
    return ds.batch(50).prefetch(tf.data.AUTOTUNE)

train_ds = pipeline(x_train, y_train, True)
val_ds = pipeline(x_val, y_val, False)
test_ds = pipeline(x_test, y_test, False)

# %%
inputs = keras.Input((SIZE, SIZE, 1))
h = layers.Rescaling(1 / 255)(inputs)
h = layers.RandomFlip("horizontal_and_vertical")(h)
h = layers.RandomTranslation(0.08, 0.08, fill_mode="constant")(h)
for width in (16, 32):
    h = layers.Conv2D(width, 3, padding="same", use_bias=False)(h)
    h = layers.BatchNormalization(momentum=0.9)(h)
    h = layers.ReLU()(h)
    h = layers.MaxPooling2D()(h)
h = layers.Conv2D(48, 3, padding="same", activation="relu")(h)
h = layers.GlobalMaxPooling2D()(h)
h = layers.Dropout(0.2)(h)
outputs = layers.Dense(3, activation="softmax")(h)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])

# %%
best = os.path.join(OUT, "best.keras")
model.fit(
    train_ds, validation_data=val_ds, epochs=14, verbose=2,
    callbacks=[
        keras.callbacks.ModelCheckpoint(best, monitor="val_loss", save_best_only=True),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3, min_lr=1e-5),
    ],
)

# %%
restored = keras.models.load_model(best)
loss, acc = restored.evaluate(test_ds, verbose=0)
print(f"best epoch on test: loss {loss:.4f}, accuracy {acc:.3f}")
