"""Texture classification from TFRecord shards, with augmentation inside the tf.data pipeline.

1. write  : simulated 32x32 RGB patches -> data/{train,valid,test}-*.tfrecord (in a temporary folder)
2. train  : interleave, parse, shuffle, augment, batch, prefetch -> small residual CNN
3. report : accuracy and confusion on the untouched test shards
"""
import glob
import os
import tempfile

import keras
import numpy as np
import tensorflow as tf
from keras import layers

CLASSES = ["stripes", "checks", "dots", "waves", "plain"]
SIDE = 32
BATCH = 64
AUTO = tf.data.AUTOTUNE


# ---------------------------------------------------------------- writing
def patch(label, rng):
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    angle = rng.uniform(0, np.pi)
    u = x * np.cos(angle) + y * np.sin(angle)
    v = -x * np.sin(angle) + y * np.cos(angle)
    period = rng.uniform(6, 11)
    if label == 0:
        g = np.sin(2 * np.pi * u / period) > 0
    elif label == 1:
        g = (np.sin(2 * np.pi * u / period) > 0) ^ (np.sin(2 * np.pi * v / period) > 0)
    elif label == 2:
        g = (np.cos(2 * np.pi * u / period) + np.cos(2 * np.pi * v / period)) > 0.9
    elif label == 3:
        g = np.sin(2 * np.pi * (u + 3 * np.sin(2 * np.pi * v / 16)) / period) > 0
    else:
        g = np.full((SIDE, SIDE), 0.5)
    ink, paper = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
    g = np.asarray(g, dtype=float)[..., None]
    image = g * ink + (1 - g) * paper + rng.normal(0, 18, (SIDE, SIDE, 3))
    return image.clip(0, 255).astype(np.uint8)


def serialize(image, label):
    feature = {
        "image": tf.train.Feature(bytes_list=tf.train.BytesList(value=[tf.io.encode_png(image).numpy()])),
        "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(label)])),
    }
    return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()


def write_split(folder, split, n, shards, seed):
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(n) % len(CLASSES))
    for s in range(shards):
        path = os.path.join(folder, f"{split}-{s:02d}-of-{shards:02d}.tfrecord")
        with tf.io.TFRecordWriter(path) as writer:
            for label in labels[s::shards]:
                writer.write(serialize(patch(label, rng), label))


# ---------------------------------------------------------------- reading
SPEC = {"image": tf.io.FixedLenFeature([], tf.string), "label": tf.io.FixedLenFeature([], tf.int64)}


def parse(record):
    example = tf.io.parse_single_example(record, SPEC)
    image = tf.io.decode_png(example["image"], channels=3)
    image = tf.ensure_shape(image, (SIDE, SIDE, 3))
    return tf.image.convert_image_dtype(image, tf.float32), tf.cast(example["label"], tf.int32)


def augment(image, label):
    image = tf.image.random_flip_left_right(image)
    image = tf.image.rot90(image, tf.random.uniform([], 0, 4, tf.int32))
    image = tf.image.random_brightness(image, 0.1)
    image = tf.image.random_hue(image, 0.1)
    return tf.clip_by_value(image, 0.0, 1.0), label


def reader(folder, split, training=False):
    files = tf.data.Dataset.from_tensor_slices(sorted(glob.glob(os.path.join(folder, f"{split}-*.tfrecord"))))
    if training:
        files = files.shuffle(16)
    ds = files.interleave(tf.data.TFRecordDataset, cycle_length=4, num_parallel_calls=AUTO, deterministic=not training)
    ds = ds.map(parse, num_parallel_calls=AUTO).cache()
    if training:
        ds = ds.shuffle(2000).map(augment, num_parallel_calls=AUTO)
    return ds.batch(BATCH).prefetch(AUTO)


# ---------------------------------------------------------------- model
def residual(x, filters, stride):
    shortcut = x
    x = layers.SeparableConv2D(filters, 3, strides=stride, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    x = layers.Activation("relu")(x)
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    shortcut = layers.Conv2D(filters, 1, strides=stride, use_bias=False)(shortcut)
    shortcut = layers.BatchNormalization(momentum=0.9)(shortcut)
    return layers.Activation("relu")(layers.add([x, shortcut]))


def build():
    inputs = keras.Input((SIDE, SIDE, 3))
    x = layers.Rescaling(scale=2.0, offset=-1.0)(inputs)
    x = layers.Conv2D(12, 3, strides=2, padding="same", activation="relu")(x)
    x = residual(x, 16, 1)
    x = residual(x, 32, 2)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(0.1)(x)
    outputs = layers.Dense(len(CLASSES), activation="softmax")(x)
    return keras.Model(inputs, outputs)


if __name__ == "__main__":
    keras.utils.set_random_seed(1234)
    with tempfile.TemporaryDirectory() as folder:
        write_split(folder, "train", 2000, shards=4, seed=10)
        write_split(folder, "valid", 400, shards=1, seed=11)
        write_split(folder, "test", 600, shards=2, seed=12)
        train_ds, valid_ds, test_ds = (
            reader(folder, "train", training=True),
            reader(folder, "valid"),
            reader(folder, "test"),
        )

        model = build()
        model.compile(
            optimizer=keras.optimizers.SGD(0.05, momentum=0.9, nesterov=True),
            loss="sparse_categorical_crossentropy",
            metrics=["accuracy"],
        )
        weights = os.path.join(folder, "best.weights.h5")
        model.fit(
            train_ds,
            validation_data=valid_ds,
            epochs=18,
            verbose=2,
            callbacks=[
                keras.callbacks.ModelCheckpoint(weights, monitor="val_loss", save_best_only=True, save_weights_only=True),
                keras.callbacks.ReduceLROnPlateau("val_loss", factor=0.3, patience=2, min_lr=1e-4, verbose=1),
                keras.callbacks.CSVLogger(os.path.join(folder, "log.csv")),
            ],
        )
        model.load_weights(weights)

        confusion = np.zeros((len(CLASSES), len(CLASSES)), dtype=int)
        for images, labels in test_ds:
            guesses = model.predict_on_batch(images).argmax(-1)
            np.add.at(confusion, (labels.numpy(), guesses), 1)
        for name, row in zip(CLASSES, confusion):
            print(f"{name:>8}", row)
        print(f"test accuracy: {np.trace(confusion) / confusion.sum():.4f}")
