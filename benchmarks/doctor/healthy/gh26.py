"""MixUp as a train_step of our own (Keras 3, TensorFlow backend)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class MixUpModel(keras.Model):
    def __init__(self, net, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        self.net, self.alpha = net, alpha
        self.loss_fn = keras.losses.CategoricalCrossentropy(from_logits=True)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.accuracy = keras.metrics.CategoricalAccuracy(name="accuracy")

    @property
    def metrics(self):
        return [self.loss_tracker, self.accuracy]      # so that Keras sets them back at every epoch

    def call(self, x, training=False):
        return self.net(x, training=training)

    def mix(self, x, y):
        n = tf.shape(x)[0]
        a = tf.random.gamma([n, 1], self.alpha)
        b = tf.random.gamma([n, 1], self.alpha)
        lam = a / (a + b + 1e-8)
        lam = tf.maximum(lam, 1.0 - lam)
        other = tf.random.shuffle(tf.range(n))
        return lam * x + (1 - lam) * tf.gather(x, other), lam * y + (1 - lam) * tf.gather(y, other)

    def train_step(self, data):
        x, y = data
        mixed_x, mixed_y = self.mix(x, y)
        with tf.GradientTape() as tape:
            logits = self(mixed_x, training=True)
            loss = self.loss_fn(mixed_y, logits)
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.loss_tracker.update_state(loss)
        # the label with the larger share counts as the right one
        self.accuracy.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_tracker.update_state(self.loss_fn(y, logits), sample_weight=tf.cast(tf.shape(x)[0], tf.float32))
        self.accuracy.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def network():
    return keras.Sequential([
        keras.Input((64,)),
        layers.Dense(128, use_bias=False), layers.BatchNormalization(), layers.ReLU(),
        layers.Dense(128, use_bias=False), layers.BatchNormalization(), layers.ReLU(),
        layers.Dense(10),
    ])


def main():
    keras.utils.set_random_seed(3)
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    hot = keras.utils.to_categorical(y, 10).astype("float32")
    x_dev, x_test, h_dev, h_test, y_dev, _ = train_test_split(x, hot, y, test_size=0.2, stratify=y, random_state=3)
    x_train, x_val, h_train, h_val = train_test_split(x_dev, h_dev, test_size=0.2, stratify=y_dev, random_state=3)

    epochs, batch = 30, 50
    steps = -(-len(x_train) // batch)
    lr = keras.optimizers.schedules.PolynomialDecay(3e-3, decay_steps=epochs * steps, end_learning_rate=1e-5, power=1.0)
    model = MixUpModel(network())
    model.compile(optimizer=keras.optimizers.AdamW(lr, weight_decay=1e-3))
    model.fit(x_train, h_train, batch_size=batch, epochs=epochs, validation_data=(x_val, h_val), verbose=2)

    scores = model.evaluate(x_test, h_test, batch_size=120, verbose=0, return_dict=True)
    print({k: round(float(v), 4) for k, v in scores.items()})


if __name__ == "__main__":
    main()
