"""Digits from TFRecord shards: interleave -> cache -> shuffle -> repeat -> augment -> batch."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import math

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/df15"
AUTO = tf.data.AUTOTUNE
BATCH, EPOCHS, SHARDS = 32, 15, 4
FEATURES = {
    "image": tf.io.FixedLenFeature([64], tf.float32),
    "label": tf.io.FixedLenFeature([], tf.int64),
}


def write_shards(name, x, y, shards):
    files = []
    for s in range(shards):
        path = f"{OUT}/{name}-{s:02d}.tfrecord"
        with tf.io.TFRecordWriter(path) as w:
            for image, label in zip(x[s::shards], y[s::shards]):
                feature = {
                    "image": tf.train.Feature(float_list=tf.train.FloatList(value=image.tolist())),
                    "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(label)])),
                }
                ex = tf.train.Example(features=tf.train.Features(feature=feature))
                w.write(ex.SerializeToString())
        files.append(path)
    return files


def parse(raw):
    ex = tf.io.parse_single_example(raw, FEATURES)
    return tf.reshape(ex["image"], (8, 8, 1)), ex["label"]


def augment(image, label):
    image = tf.pad(image, [[1, 1], [1, 1], [0, 0]])
    image = tf.image.random_crop(image, (8, 8, 1))
    image = image + tf.random.normal((8, 8, 1), stddev=0.05)
    return image, label


def read(files, n):
    ds = tf.data.Dataset.from_tensor_slices(files)
    ds = ds.interleave(tf.data.TFRecordDataset, cycle_length=len(files), num_parallel_calls=AUTO)
    ds = ds.map(parse, num_parallel_calls=AUTO)
    return ds.apply(tf.data.experimental.assert_cardinality(n)).cache()


def conv_block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    return layers.Activation("relu")(x)


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(15)
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=15)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=15)

    train = (
        read(write_shards("train", x_tr, y_tr, SHARDS), len(x_tr))
        .shuffle(len(x_tr))
        .repeat()
        .map(augment, num_parallel_calls=AUTO)
        .batch(BATCH, drop_remainder=True)
        .prefetch(AUTO)
    )
    val = read(write_shards("val", x_va, y_va, 1), len(x_va)).batch(256)
    test = read(write_shards("test", x_te, y_te, 1), len(x_te)).batch(256)

    steps = math.ceil(len(x_tr) / BATCH)
    total = steps * EPOCHS
    schedule = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=1e-4,
        warmup_target=4e-3,
        warmup_steps=2 * steps,
        decay_steps=total - 2 * steps,
    )

    inp = keras.Input((8, 8, 1))
    h = conv_block(inp, 24)
    h = layers.MaxPooling2D()(h)
    h = conv_block(h, 48)
    h = layers.GlobalAveragePooling2D()(h)
    h = layers.Dropout(0.1)(h)
    model = keras.Model(inp, layers.Dense(10)(h))
    model.compile(
        keras.optimizers.Adam(schedule),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    best = f"{OUT}/best.keras"
    model.fit(
        train,
        steps_per_epoch=steps,
        epochs=EPOCHS,
        validation_data=val,
        callbacks=[keras.callbacks.ModelCheckpoint(best, monitor="val_accuracy", mode="max", save_best_only=True)],
        verbose=2,
    )
    model = keras.models.load_model(best)
    print("test", model.evaluate(test, verbose=0, return_dict=True))
    guess = model.predict(test, verbose=0).argmax(1)
    print("by hand", np.mean(guess == y_te))  # one shard, not shuffled: same order as y_te
