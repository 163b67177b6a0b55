"""Digits, tf.data from one file of rows: fixed split, augmentation, custom train_step."""
import math
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits

OUT = "out/ip13"
EPOCHS = 20
BATCH = 64
SMOOTH = 0.05
AUTO = tf.data.AUTOTUNE


def pipelines():
    x, y = load_digits(return_X_y=True)
    x = x.reshape(-1, 8, 8, 1).astype("float32")
    rows = tf.data.Dataset.from_tensor_slices((x, y.astype("int32")))
    # one order for good: the three parts stay disjoint in every epoch
    rows = rows.shuffle(len(x), seed=99, reshuffle_each_iteration=False)
    n_test = n_val = len(x) // 6
    test = rows.take(n_test)
    val = rows.skip(n_test).take(n_val)
    train = rows.skip(n_test + n_val)
    return train, val, test, len(x) - n_test - n_val


def jitter(img, label):
    padded = tf.pad(img, [[1, 1], [1, 1], [0, 0]])
    img = tf.image.random_crop(padded, [8, 8, 1])
    return img + tf.random.normal([8, 8, 1], stddev=0.3), label


class SmoothedNet(keras.Model):
    """Trains on smoothed one-hot targets, is judged on plain labels."""

    def __init__(self, n_classes, stats, **kwargs):
        super().__init__(**kwargs)
        self.n_classes = n_classes
        self.norm = layers.Rescaling(1.0 / stats[1], offset=-stats[0] / stats[1])
        self.conv1 = layers.Conv2D(24, 3, padding="same", use_bias=False)
        self.bn1 = layers.BatchNormalization(momentum=0.9)
        self.pool = layers.MaxPooling2D()
        self.conv2 = layers.Conv2D(48, 3, padding="same", activation="relu")
        self.flat = layers.Flatten()
        self.drop = layers.Dropout(0.25)
        self.head = layers.Dense(n_classes)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.acc = keras.metrics.SparseCategoricalAccuracy(name="acc")

    @property
    def metrics(self):
        return [self.loss_tracker, self.acc]

    def call(self, x, training=False):
        h = self.conv1(self.norm(x))
        h = keras.activations.relu(self.bn1(h, training=training))
        h = self.conv2(self.pool(h))
        return self.head(self.drop(self.flat(h), training=training))

    def cross_entropy(self, y, logits, smoothing):
        target = tf.one_hot(y, self.n_classes)
        target = target * (1.0 - smoothing) + smoothing / self.n_classes
        return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=logits))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.cross_entropy(y, logits, SMOOTH)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss, sample_weight=tf.shape(x)[0])
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_tracker.update_state(self.cross_entropy(y, logits, 0.0), sample_weight=tf.shape(x)[0])
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(99)
    train, val, test, n_train = pipelines()

    pixels = np.stack([img for img, _ in train.as_numpy_iterator()])
    stats = (float(pixels.mean()), float(pixels.std()))

    steps = math.ceil(n_train / BATCH)
    train_ds = train.cache().shuffle(n_train).repeat().map(jitter, num_parallel_calls=AUTO).batch(BATCH).prefetch(AUTO)
    val_ds, test_ds = val.batch(256).cache(), test.batch(256)

    model = SmoothedNet(10, stats)
    lr = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps * EPOCHS)
    model.compile(optimizer=keras.optimizers.Adam(lr, clipnorm=1.0))
    path = os.path.join(OUT, "best.weights.h5")
    best = keras.callbacks.ModelCheckpoint(
        path, monitor="val_acc", mode="max", save_best_only=True, save_weights_only=True
    )
    model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, steps_per_epoch=steps, callbacks=[best], verbose=2)

    model.load_weights(path)
    print("test:", model.evaluate(test_ds, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()
