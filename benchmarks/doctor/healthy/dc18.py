"""Transfer on small images in Keras: a base trained on digits 0-4, then head and later the whole net on few 5-9."""
import math
import os

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/dc18"
BATCH = 32
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(77)


def augment(img, label):
    img = tf.image.random_crop(tf.image.resize_with_crop_or_pad(img, 10, 10), (8, 8, 1))
    return img + tf.random.normal((8, 8, 1), stddev=0.03), label


def pipeline(x, y, training):
    ds = tf.data.Dataset.from_tensor_slices((x, y)).cache()
    if training:
        ds = ds.shuffle(len(x), reshuffle_each_iteration=True).map(augment, num_parallel_calls=2)
    return ds.batch(BATCH if training else 256).prefetch(tf.data.AUTOTUNE)


def make_base():
    inp = keras.Input((8, 8, 1))
    x = inp
    for filters, pool in ((32, False), (32, True), (64, False)):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = layers.BatchNormalization(momentum=0.9)(x)
        x = layers.ReLU()(x)
        if pool:
            x = layers.MaxPooling2D()(x)
    return keras.Model(inp, layers.Flatten()(x), name="base")


def compile_for(model, lr, steps):
    schedule = keras.optimizers.schedules.CosineDecay(lr, decay_steps=steps, alpha=0.05)
    model.compile(
        optimizer=keras.optimizers.Adam(schedule),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )


d = load_digits()
images, target = (d.images[..., None] / 16).astype("float32"), d.target.astype("int32")
old, new = target < 5, target >= 5

# the base only ever sees 0-4
base = make_base()
source = keras.Sequential([keras.Input((8, 8, 1)), base, layers.Dense(5)])
src_train = pipeline(images[old], target[old], training=True)
compile_for(source, 2e-3, steps=8 * len(src_train))
source.fit(src_train, epochs=8, verbose=0)

# 5-9, relabelled 0..4: 150 images to learn from
x_train, x_rest, y_train, y_rest = train_test_split(
    images[new], target[new] - 5, train_size=150, stratify=target[new], random_state=3)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.6, stratify=y_rest, random_state=3)
train_ds, val_ds = pipeline(x_train, y_train, True), pipeline(x_val, y_val, False)
test_ds = pipeline(x_test, y_test, False)
steps_per_epoch = math.ceil(len(x_train) / BATCH)

base.trainable = False
inp = keras.Input((8, 8, 1))
h = base(inp, training=False)          # BatchNorm keeps its statistics in both phases
h = layers.Dropout(0.3)(h)
model = keras.Model(inp, layers.Dense(5, name="head")(h))

# phase 1: head
compile_for(model, 3e-3, steps=20 * steps_per_epoch)
model.fit(train_ds, validation_data=val_ds, epochs=20, verbose=0)
print("head only: valid acc", round(model.evaluate(val_ds, verbose=0, return_dict=True)["acc"], 4))

# phase 2: everything, gently; compiled again so that the change takes effect
base.trainable = True
compile_for(model, 5e-4, steps=30 * steps_per_epoch)
best = os.path.join(OUT, "best.weights.h5")
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=30,
    verbose=0,
    callbacks=[keras.callbacks.ModelCheckpoint(
        best, monitor="val_loss", mode="min", save_best_only=True, save_weights_only=True)],
)
model.load_weights(best)
print("fine-tuned: valid acc", round(model.evaluate(val_ds, verbose=0, return_dict=True)["acc"], 4))

p = model.predict(test_ds, verbose=0).argmax(1)
print(f"test acc {np.mean(p == y_test):.4f} on {len(y_test)} images of {len(np.unique(y_test))} classes")
