"""mixup through an overridden train_step, on few digits; compared with the same net without it."""
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

CLASSES = 10


class MixupModel(keras.Model):
    """functional model whose training batches are mixed; evaluate() and predict() see plain rows"""

    def __init__(self, *args, alpha=0.2, **kwargs):
        super().__init__(*args, **kwargs)
        self.alpha = alpha

    def train_step(self, data):
        x, y = data
        n = tf.shape(x)[0]
        if self.alpha > 0:
            # Beta(a, a) out of two Gammas, one draw for each row
            g1 = tf.random.gamma([n], self.alpha) + 1e-6
            g2 = tf.random.gamma([n], self.alpha) + 1e-6
            lam = g1 / (g1 + g2)
            lam = tf.maximum(lam, 1.0 - lam)[:, None]     # the row itself always has the larger share
            other = tf.random.shuffle(tf.range(n))
            x_in = lam * x + (1.0 - lam) * tf.gather(x, other)
            y_in = lam * y + (1.0 - lam) * tf.gather(y, other)
        else:
            x_in, y_in = x, y

        with tf.GradientTape() as tape:
            y_pred = self(x_in, training=True)
            loss = self.compute_loss(x=x_in, y=y_in, y_pred=y_pred)
        weights = self.trainable_variables
        self.optimizer.apply(tape.gradient(loss, weights), weights)

        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss, sample_weight=n)
            else:
                metric.update_state(y, y_pred)            # against the dominant label
        return self.get_metrics_result()


def network(alpha):
    i = keras.Input((64,))
    h = keras.layers.Dense(128, activation="relu")(i)
    h = keras.layers.Dense(128, activation="relu")(h)
    return MixupModel(inputs=i, outputs=keras.layers.Dense(CLASSES)(h), alpha=alpha)


def nll_and_accuracy(logits, labels):
    z = logits - logits.max(axis=1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -logp[np.arange(len(labels)), labels].mean(), np.mean(logits.argmax(1) == labels)


def run():
    x, t = load_digits(return_X_y=True)
    x = (x / 16).astype("float32")
    x_dev, x_test, t_dev, t_test = train_test_split(x, t, test_size=0.5, stratify=t, random_state=3)
    x_train, x_val, t_train, t_val = train_test_split(x_dev, t_dev, train_size=300, stratify=t_dev, random_state=3)
    y_train = keras.utils.to_categorical(t_train, CLASSES)
    y_val = keras.utils.to_categorical(t_val, CLASSES)
    print(f"{len(x_train)} train, {len(x_val)} val, {len(x_test)} test; "
          f"knowing nothing: nll {np.log(CLASSES):.3f}, accuracy {np.bincount(t_test).max() / len(t_test):.3f}")

    for alpha in (0.0, 0.2):
        keras.utils.set_random_seed(3)
        model = network(alpha)
        model.compile(optimizer=keras.optimizers.Adam(1e-3),
                      loss=keras.losses.CategoricalCrossentropy(from_logits=True),
                      metrics=[keras.metrics.CategoricalAccuracy(name="acc")])
        history = model.fit(
            x_train, y_train, validation_data=(x_val, y_val), epochs=60, batch_size=32, verbose=0,
            callbacks=[keras.callbacks.EarlyStopping(
                monitor="val_loss", patience=10, restore_best_weights=True)])
        nll, acc = nll_and_accuracy(model.predict(x_test, verbose=0), t_test)
        print(f"alpha {alpha:.1f}: {len(history.epoch)} epochs, test nll {nll:.3f}, test accuracy {acc:.3f}")


if __name__ == "__main__":
    run()
