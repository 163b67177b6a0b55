import os
os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops


class TwoTower(keras.Model):
    """Matches queries to documents; the other documents of the batch are the negatives."""

    def __init__(self, dim=16, temperature=0.1, **kw):
        super().__init__(**kw)
        tower = lambda name: keras.Sequential(
            [layers.Dense(64, activation="relu"), layers.Dense(dim), layers.UnitNormalization()], name=name)
        self.query_tower, self.doc_tower = tower("query"), tower("doc")
        self.temperature = temperature
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.top1 = keras.metrics.SparseCategoricalAccuracy(name="top1")

    @property
    def metrics(self):
        return [self.loss_tracker, self.top1]

    def call(self, inputs, training=None):
        q, d = inputs
        a = self.query_tower(q, training=training)
        b = self.doc_tower(d, training=training)
        return ops.matmul(a, ops.transpose(b)) / self.temperature

    def _loss(self, logits):
        target = ops.arange(ops.shape(logits)[0])
        ce = lambda z: ops.mean(keras.losses.sparse_categorical_crossentropy(target, z, from_logits=True))
        return 0.5 * (ce(logits) + ce(ops.transpose(logits))), target

    def _track(self, loss, target, logits):
        self.loss_tracker.update_state(loss)
        self.top1.update_state(target, logits)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, data):
        x, _, _ = keras.utils.unpack_x_y_sample_weight(data)
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss, target = self._loss(logits)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return self._track(loss, target, logits)

    def test_step(self, data):
        x, _, _ = keras.utils.unpack_x_y_sample_weight(data)
        logits = self(x, training=False)
        loss, target = self._loss(logits)
        return self._track(loss, target, logits)


keras.utils.set_random_seed(14)
rng = np.random.default_rng(14)
latent = rng.normal(size=(6000, 6))
A, B = rng.normal(size=(6, 20)), rng.normal(size=(6, 30))
query = (np.tanh(latent @ A / 2) + rng.normal(0, 0.1, (6000, 20))).astype("float32")
doc = (np.tanh(latent @ B / 2) + rng.normal(0, 0.1, (6000, 30))).astype("float32")

BATCH = 100  # the same for both sets: the task is as hard as the batch is long
train = tf.data.Dataset.from_tensor_slices(((query[:5000], doc[:5000]),)).shuffle(5000).batch(BATCH, drop_remainder=True).prefetch(2)
valid = tf.data.Dataset.from_tensor_slices(((query[5000:], doc[5000:]),)).batch(BATCH, drop_remainder=True)

model = TwoTower()
model((query[:2], doc[:2]))  # creates the weights
model.compile(optimizer=keras.optimizers.Adam(2e-3))
model.fit(train, validation_data=valid, epochs=20, verbose=2)
print("unseen pairs:", model.evaluate(valid, verbose=0, return_dict=True), "chance top1", 1 / BATCH)
