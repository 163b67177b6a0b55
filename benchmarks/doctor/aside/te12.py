import numpy as np
import tensorflow as tf
import keras
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class Trainer:
    """A minimal training loop with a GradientTape, something like fit() for teaching."""

    def __init__(self, model, optimizer, loss_fn):
        self.model = model
        self.optimizer = optimizer
        self.loss_fn = loss_fn
        self.train_loss = keras.metrics.Mean(name="loss")
        self.train_acc = keras.metrics.SparseCategoricalAccuracy(name="acc")
        self.val_loss = keras.metrics.Mean(name="val_loss")
        self.val_acc = keras.metrics.SparseCategoricalAccuracy(name="val_acc")

    @property
    def metrics(self):
        return [self.train_loss, self.train_acc, self.val_loss, self.val_acc]

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.train_loss.update_state(loss, sample_weight=tf.shape(x)[0])
        self.train_acc.update_state(y, logits)

    @tf.function
    def val_step(self, x, y):
        logits = self.model(x, training=False)
        self.val_loss.update_state(self.loss_fn(y, logits), sample_weight=tf.shape(x)[0])
        self.val_acc.update_state(y, logits)

    def run(self, train_ds, val_ds, epochs):
        for epoch in range(epochs):
            for x, y in train_ds:
                self.train_step(x, y)
            for x, y in val_ds:
                self.val_step(x, y)
            values = "  ".join(f"{m.name} {float(m.result()):.3f}" for m in self.metrics)
            print(f"epoch {epoch + 1:2d}  {values}")
        return float(self.val_acc.result())


if __name__ == "__main__":
    keras.utils.set_random_seed(1234)
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype("float32")
    X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)

    train_ds = tf.data.Dataset.from_tensor_slices((X_train, y_train)).shuffle(len(X_train)).batch(32)
    val_ds = tf.data.Dataset.from_tensor_slices((X_val, y_val)).batch(128)

    model = keras.Sequential([
        keras.Input(shape=(64,)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dropout(0.1),
        keras.layers.Dense(10),
    ])
    trainer = Trainer(
        model,
        keras.optimizers.SGD(learning_rate=0.03),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    final = trainer.run(train_ds, val_ds, epochs=15)
    print(f"validation accuracy to report: {final:.3f}")
