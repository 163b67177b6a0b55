"""SimCLR-style pretraining on unlabelled digits, then a linear head on frozen features, then careful fine-tuning."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED, TEMPERATURE, LABELS = 12, 0.2, 50
keras.utils.set_random_seed(SEED)

digits = load_digits()
X = (digits.images[..., None] / 16.0).astype("float32")
x_pool, x_test, y_pool, y_test = train_test_split(X, digits.target, test_size=400, stratify=digits.target,
                                                  random_state=SEED)
# 50 labelled images (5 of each digit); the labels of the rest of the pool are never used
x_few, _, y_few, _ = train_test_split(x_pool, y_pool, train_size=LABELS, stratify=y_pool, random_state=SEED)

augment = keras.Sequential([
    layers.RandomTranslation(0.12, 0.12, fill_mode="constant"), layers.RandomRotation(0.06, fill_mode="constant"),
    layers.RandomZoom(0.15, fill_mode="constant"), layers.GaussianNoise(0.08),
], name="augment")


def make_encoder():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(32, 3, padding="same", activation="relu"), layers.MaxPooling2D(),
        layers.Conv2D(64, 3, padding="same", activation="relu"), layers.Flatten(),
        layers.Dense(64, activation="relu"),
    ], name="encoder")


class SimCLR(keras.Model):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.projector = keras.Sequential([keras.Input((64,)), layers.Dense(64, activation="relu"), layers.Dense(32)])
        self.loss_tracker = keras.metrics.Mean(name="nt_xent")          # found and reset by keras

    def train_step(self, images):
        n = tf.shape(images)[0]
        with tf.GradientTape() as tape:
            views = tf.concat([augment(images, training=True), augment(images, training=True)], axis=0)
            z = tf.math.l2_normalize(self.projector(self.encoder(views, training=True), training=True), axis=1)
            logits = tf.matmul(z, z, transpose_b=True) / TEMPERATURE - 1e9 * tf.eye(2 * n)   # not with itself
            partner = tf.concat([tf.range(n, 2 * n), tf.range(n)], axis=0)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(partner, logits))
        variables = self.encoder.trainable_variables + self.projector.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.loss_tracker.update_state(loss)
        return {"nt_xent": self.loss_tracker.result()}


def classifier(encoder):
    inputs = keras.Input((8, 8, 1))
    return keras.Model(inputs, layers.Dense(10)(encoder(augment(inputs))))      # augmentation: training only


def train_supervised(model, lr, epochs):
    model.compile(keras.optimizers.Adam(lr), keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                  metrics=["accuracy"])
    model.fit(x_few, y_few, batch_size=10, epochs=epochs, verbose=0)
    return model.evaluate(x_test, y_test, verbose=0)[1]


encoder = make_encoder()
simclr = SimCLR(encoder)
simclr.compile(optimizer=keras.optimizers.Adam(2e-3))
unlabelled = tf.data.Dataset.from_tensor_slices(x_pool).shuffle(len(x_pool)).batch(128, drop_remainder=True)
h = simclr.fit(unlabelled, epochs=25, verbose=0)
print("NT-Xent %.3f -> %.3f (chance %.3f)" % (h.history["nt_xent"][0], h.history["nt_xent"][-1], np.log(255)))

encoder.trainable = False
model = classifier(encoder)
print("frozen encoder + linear head: %.3f" % train_supervised(model, 1e-2, 30))
encoder.trainable = True                                        # takes effect with the compile() that follows
print("fine-tuned:                   %.3f" % train_supervised(model, 3e-4, 15))
print("same network from scratch:    %.3f" % train_supervised(classifier(make_encoder()), 3e-3, 45))
