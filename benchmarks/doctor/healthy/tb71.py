import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.random.set_seed(1)
digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
x_train, x_test, y_train, y_test = train_test_split(
    images, digits.target, test_size=0.2, random_state=1)

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(2000).batch(32)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(32)


class DigitNet(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(16, 3, activation="relu")
        self.flatten = tf.keras.layers.Flatten()
        self.d1 = tf.keras.layers.Dense(64, activation="relu")
        self.d2 = tf.keras.layers.Dense(10)

    def call(self, x):
        x = self.conv(x)
        x = self.flatten(x)
        x = self.d1(x)
        return self.d2(x)


model = DigitNet()
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam()

train_loss = tf.keras.metrics.Mean(name="train_loss")
train_acc = tf.keras.metrics.SparseCategoricalAccuracy(name="train_acc")
test_acc = tf.keras.metrics.SparseCategoricalAccuracy(name="test_acc")


@tf.function
def train_step(x, labels):
    with tf.GradientTape() as tape:
        predictions = model(x, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_acc(labels, predictions)


@tf.function
def test_step(x, labels):
    test_acc(labels, model(x, training=False))


for epoch in range(10):
    for m in (train_loss, train_acc, test_acc):
        m.reset_state()
    for x, labels in train_ds:
        train_step(x, labels)
    for x, labels in test_ds:
        test_step(x, labels)
    print(f"Epoch {epoch + 1}, loss {train_loss.result():.4f}, "
          f"acc {train_acc.result() * 100:.1f}, test acc {test_acc.result() * 100:.1f}")
