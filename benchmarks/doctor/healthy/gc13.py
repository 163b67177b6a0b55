"""Digits with a custom train_step: Gaussian noise as augmentation, clean validation."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class NoisyTrainer(tf.keras.Model):
    """Adds noise to the pictures while training, not in test_step or predict."""

    def __init__(self, n_classes, noise=0.05, **kwargs):
        super().__init__(**kwargs)
        self.noise = noise
        self.conv1 = tf.keras.layers.Conv2D(16, 3, padding="same", use_bias=False)
        self.bn = tf.keras.layers.BatchNormalization(momentum=0.9)
        self.conv2 = tf.keras.layers.Conv2D(32, 3, activation="relu")
        self.flat = tf.keras.layers.Flatten()
        self.drop = tf.keras.layers.Dropout(0.1)
        self.out = tf.keras.layers.Dense(n_classes)  # logits

    def call(self, x, training=False):
        x = tf.keras.activations.relu(self.bn(self.conv1(x), training=training))
        x = self.flat(self.conv2(x))
        return self.out(self.drop(x, training=training))

    def train_step(self, data):
        x, y = data
        x = x + tf.random.normal(tf.shape(x), stddev=self.noise)
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=logits)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def main():
    tf.keras.utils.set_random_seed(31)
    digits = load_digits()
    x = (digits.images / 16.0).astype("float32")[..., np.newaxis]
    y = digits.target.astype("int64")
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=31)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=31
    )

    batch_size, epochs = 32, 25
    train_ds = (
        tf.data.Dataset.from_tensor_slices((x_train, y_train))
        .cache()
        .shuffle(len(x_train))
        .batch(batch_size)
        .prefetch(tf.data.AUTOTUNE)
    )
    val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(128)
    test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(128)

    total_steps = epochs * int(train_ds.cardinality())
    schedule = tf.keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=2e-3, decay_steps=total_steps, alpha=0.02
    )

    model = NoisyTrainer(n_classes=10, name="noisy_digits")
    model.compile(
        optimizer=tf.keras.optimizers.Adam(schedule),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[tf.keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    model.fit(train_ds, validation_data=val_ds, epochs=epochs, verbose=2)

    results = model.evaluate(test_ds, return_dict=True, verbose=0)
    print(f"test: loss {results['loss']:.4f}, accuracy {results['acc']:.4f}")

    os.makedirs("out/gc13", exist_ok=True)
    model.save_weights("out/gc13/noisy.weights.h5")


if __name__ == "__main__":
    main()
