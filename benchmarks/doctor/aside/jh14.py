import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

SIDE = 16
CLASSES = ["horizontal", "vertical", "checked"]


def synth(n, seed):
    """striped cloth in random colours, photographed badly"""
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:SIDE, :SIDE]
    x = np.empty((n, SIDE, SIDE, 3), np.float32)
    y = rng.integers(0, 3, n)
    for i in range(n):
        period, phase = rng.integers(3, 6), rng.integers(0, 6)
        h = ((yy + phase) // period) % 2
        v = ((xx + phase) // period) % 2
        pattern = (h, v, h ^ v)[y[i]][..., None]
        a, b = rng.uniform(0, 255, (2, 3))
        x[i] = pattern * a + (1 - pattern) * b + rng.normal(0, 25, (SIDE, SIDE, 3))
    return x.clip(0, 255).astype("uint8"), y.astype("int32")


def preprocess(image, label):
    image = tf.image.convert_image_dtype(image, tf.float32)
    return image, label


def augment(image, label):
    image = tf.image.random_flip_left_right(image)
    image = tf.image.random_brightness(image, 0.1)
    return image, label


class ConvBlock(layers.Layer):
    def __init__(self, filters, **kwargs):
        super().__init__(**kwargs)
        self.conv = layers.Conv2D(filters, 3, padding="same", use_bias=False)
        self.bn = layers.BatchNormalization(momentum=0.9)

    def build(self, input_shape):
        self.conv.build(input_shape)
        self.bn.build(self.conv.compute_output_shape(input_shape))
        super().build(input_shape)

    def call(self, x, training=None):
        return tf.nn.relu(self.bn(self.conv(x), training=training))

    def compute_output_shape(self, input_shape):
        return self.conv.compute_output_shape(input_shape)


tf.keras.utils.set_random_seed(6)
train_ds = (
    tf.data.Dataset.from_tensor_slices(synth(1200, seed=0))
    .shuffle(1200)
    .map(preprocess, num_parallel_calls=2)
    .map(augment, num_parallel_calls=2)
    .batch(40)
    .prefetch(2)
)
val_ds = (
    tf.data.Dataset.from_tensor_slices(synth(300, seed=1))
    .map(preprocess, num_parallel_calls=2)
    .cache()
    .prefetch(2)
)

inputs = tf.keras.Input((SIDE, SIDE, 3))
h = ConvBlock(8)(inputs)
h = layers.MaxPooling2D()(h)
h = ConvBlock(16)(h)
h = layers.GlobalAveragePooling2D()(h)
outputs = layers.Dense(len(CLASSES), activation="softmax")(h)
model = tf.keras.Model(inputs, outputs)

model.compile(optimizer=tf.keras.optimizers.Adam(5e-3),
              loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(train_ds, validation_data=val_ds, epochs=6, verbose=2)
print("best validation accuracy:", max(history.history["val_accuracy"]))
