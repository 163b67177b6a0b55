"""Digits with a Keras CNN and random shifts / noise / erasing, because there are only 350 training images."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

AUTO = tf.data.AUTOTUNE
BATCH = 32
EPOCHS = 30
SEED = 12

keras.utils.set_random_seed(SEED)

digits = load_digits()
images = (digits.images[..., None] / 16.0).astype("float32")
labels = digits.target.astype("int32")
x_train, x_rest, y_train, y_rest = train_test_split(
    images, labels, train_size=350, stratify=labels, random_state=SEED)
x_val, x_test, y_val, y_test = train_test_split(
    x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=SEED)


def random_shift(img):
    img = tf.image.resize_with_crop_or_pad(img, 10, 10)
    return tf.image.random_crop(img, (8, 8, 1))


def random_erase(img):
    y = tf.random.uniform((), 0, 7, dtype=tf.int32)
    x = tf.random.uniform((), 0, 7, dtype=tf.int32)
    rows = tf.range(8)[:, None]
    cols = tf.range(8)[None, :]
    hole = (rows >= y) & (rows < y + 2) & (cols >= x) & (cols < x + 2)
    return tf.where(hole[..., None], 0.0, img)


def augment(img, label):
    img = random_shift(img)
    img = tf.cond(tf.random.uniform(()) < 0.5, lambda: random_erase(img), lambda: img)
    img = img + tf.random.normal(tf.shape(img), stddev=0.05)
    return tf.clip_by_value(img, 0.0, 1.0), label


def train_dataset(x, y):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.map(augment, num_parallel_calls=AUTO)
    ds = ds.cache()
    ds = ds.shuffle(len(x), seed=SEED)
    return ds.batch(BATCH).prefetch(AUTO)


def eval_dataset(x, y):
    return tf.data.Dataset.from_tensor_slices((x, y)).batch(256).cache().prefetch(AUTO)


def make_model(steps):
    model = keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(64, 3, padding="same", activation="relu"),
        layers.GlobalAveragePooling2D(),
        layers.Dropout(0.3),
        layers.Dense(10),
    ])
    lr = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps)
    model.compile(
        optimizer=keras.optimizers.AdamW(lr, weight_decay=1e-4),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


train_ds = train_dataset(x_train, y_train)
model = make_model(EPOCHS * len(train_ds))
history = model.fit(train_ds, validation_data=eval_dataset(x_val, y_val), epochs=EPOCHS, verbose=2)

loss, acc = model.evaluate(eval_dataset(x_test, y_test), verbose=0)
print(f"train acc {history.history['accuracy'][-1]:.4f}, test acc {acc:.4f}, test loss {loss:.4f}")
