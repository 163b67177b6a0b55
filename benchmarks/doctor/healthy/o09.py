"""SimCLR on 8x8 digits, then a linear probe on frozen features with few labels.

The encoder never sees a test image, not even without its label.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(41)
os.makedirs("outputs/o09", exist_ok=True)

images, labels = load_digits(return_X_y=True)
images = (images.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
x_train, x_test, y_train, y_test = train_test_split(images, labels, test_size=0.3, random_state=41, stratify=labels)


def augment(x):
    """Shift by up to one pixel, change the contrast, blank a 3x3 patch, add noise: per image."""
    n = tf.shape(x)[0]

    def one(img):
        img = tf.image.random_crop(tf.pad(img, [[1, 1], [1, 1], [0, 0]]), (8, 8, 1))
        cy, cx = tf.random.uniform((), 0, 8, tf.int32), tf.random.uniform((), 0, 8, tf.int32)
        rows = tf.abs(tf.range(8) - cy) <= 1
        cols = tf.abs(tf.range(8) - cx) <= 1
        hole = tf.cast(rows[:, None] & cols[None, :], tf.float32)[:, :, None]
        return img * (1.0 - hole)

    x = tf.map_fn(one, x)
    x = x * tf.random.uniform((n, 1, 1, 1), 0.7, 1.3)
    return x + tf.random.normal(tf.shape(x), stddev=0.05)


def make_encoder():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.Conv2D(32, 3, strides=2, padding="same", activation="relu"),
            layers.Conv2D(64, 3, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dense(64, activation="relu"),
        ]
    )


def nt_xent(z1, z2, temperature):
    """Each view must find its partner among the 2N - 1 other views."""
    z = tf.math.l2_normalize(tf.concat([z1, z2], axis=0), axis=1)
    n = tf.shape(z1)[0]
    sim = tf.matmul(z, z, transpose_b=True) / temperature
    sim = tf.linalg.set_diag(sim, tf.fill([2 * n], -1e9))  # a view is no candidate for itself
    partner = tf.concat([tf.range(n, 2 * n), tf.range(n)], axis=0)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(partner, sim))
    hit = tf.reduce_mean(tf.cast(tf.argmax(sim, axis=1, output_type=tf.int32) == partner, tf.float32))
    return loss, hit


class SimCLR(keras.Model):
    def __init__(self, encoder, temperature=0.2):
        super().__init__()
        self.encoder = encoder
        self.projector = keras.Sequential([keras.Input((64,)), layers.Dense(64, activation="relu"), layers.Dense(32)])
        self.temperature = temperature
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.hit_mean = keras.metrics.Mean(name="pair_accuracy")

    @property
    def metrics(self):
        return [self.loss_mean, self.hit_mean]

    def call(self, x, training=False):
        return self.projector(self.encoder(x, training=training), training=training)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            views = augment(tf.concat([x, x], axis=0))  # every copy gets its own random changes
            z1, z2 = tf.split(self(views, training=True), 2, axis=0)
            loss, hit = nt_xent(z1, z2, self.temperature)
        self.optimizer.apply(tape.gradient(loss, self.trainable_variables), self.trainable_variables)
        self.loss_mean.update_state(loss)
        self.hit_mean.update_state(hit)
        return {m.name: m.result() for m in self.metrics}


# 100 labelled training images for the probe, 10 per class
rng = np.random.default_rng(41)
few = np.concatenate([rng.choice(np.flatnonzero(y_train == c), 10, replace=False) for c in range(10)])


def probe(encoder):
    feats = encoder.predict(x_train[few], verbose=0), encoder.predict(x_test, verbose=0)
    centre, spread = feats[0].mean(0), feats[0].std(0) + 1e-3
    f_few, f_test = ((f - centre) / spread for f in feats)
    head = keras.Sequential([keras.Input((64,)), layers.Dense(10, kernel_regularizer=keras.regularizers.L2(1e-3))])
    head.compile(
        keras.optimizers.Adam(1e-2),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    head.fit(f_few, y_train[few], batch_size=50, epochs=40, verbose=0)
    return head.evaluate(f_test, y_test, verbose=0, return_dict=True)["accuracy"]


encoder = make_encoder()
before = probe(encoder)

simclr = SimCLR(encoder)
simclr.compile(optimizer=keras.optimizers.Adam(2e-3))
stream = tf.data.Dataset.from_tensor_slices(x_train).shuffle(len(x_train), seed=41).batch(128, drop_remainder=True)
simclr.fit(stream, epochs=40, shuffle=False, verbose=0, callbacks=[
    keras.callbacks.LambdaCallback(on_epoch_end=lambda e, logs: e % 8 == 7 and print(
        f"epoch {e + 1}: loss {logs['loss']:.3f}, pair accuracy {logs['pair_accuracy']:.3f}"))
])

encoder.trainable = False
after = probe(encoder)
encoder.save("outputs/o09/encoder.keras")
print(f"linear probe, 100 labels, {len(x_test)} test images: random encoder {before:.3f}, SimCLR {after:.3f}")
