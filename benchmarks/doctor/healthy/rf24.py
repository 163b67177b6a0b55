# tf.data: map -> cache -> shuffle -> batch -> augment -> prefetch
import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

AUTOTUNE = tf.data.AUTOTUNE
BATCH_SIZE = 64
keras.utils.set_random_seed(3)

digits = load_digits()
X_tmp, X_test, y_tmp, y_test = train_test_split(digits.images, digits.target, test_size=300, random_state=3)
X_train, X_val, y_train, y_val = train_test_split(X_tmp, y_tmp, test_size=250, random_state=3)


def preprocess(image, label):
    image = tf.cast(image, tf.float32) / 16.0
    return tf.expand_dims(image, -1), tf.cast(label, tf.int32)


augmenter = keras.Sequential([layers.RandomTranslation(0.1, 0.1, fill_mode="constant"),
                              layers.RandomRotation(0.03, fill_mode="constant")])


def build_dataset(images, labels, training=False):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.map(preprocess, num_parallel_calls=AUTOTUNE)
    ds = ds.cache()                       # the deterministic part only
    if training:
        ds = ds.shuffle(buffer_size=len(images), reshuffle_each_iteration=True)
    ds = ds.batch(BATCH_SIZE)
    if training:                          # after the cache: different in each epoch
        ds = ds.map(lambda x, y: (augmenter(x, training=True), y), num_parallel_calls=AUTOTUNE)
    return ds.prefetch(AUTOTUNE)


train_ds = build_dataset(X_train, y_train, training=True)
val_ds = build_dataset(X_val, y_val)
test_ds = build_dataset(X_test, y_test)

inputs = keras.Input((8, 8, 1))
x = layers.Conv2D(24, 3, padding="same", use_bias=False)(inputs)
x = layers.BatchNormalization(momentum=0.9)(x)
x = layers.ReLU()(x)
x = layers.MaxPooling2D()(x)
x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
x = layers.Flatten()(x)
outputs = layers.Dense(10)(x)
model = keras.Model(inputs, outputs)

model.compile(keras.optimizers.Adam(2e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)
print("test accuracy: %.3f" % model.evaluate(test_ds, verbose=0)[1])
