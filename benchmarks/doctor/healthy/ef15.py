"""Homework 8, Keras: write the training loop yourself (no fit)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

EPOCHS, BATCH = 25, 32
tf.keras.utils.set_random_seed(4)

X, y = load_breast_cancer(return_X_y=True)
X = X.astype("float32")
y = y.astype("float32").reshape(-1, 1)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=4)
X_train, X_val, y_train, y_val = train_test_split(
    X_train, y_train, test_size=0.2, stratify=y_train, random_state=4)

normalize = tf.keras.layers.Normalization()
normalize.adapt(X_train)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.normalize = normalize
        self.hidden = tf.keras.layers.Dense(32, use_bias=False)
        self.bn = tf.keras.layers.BatchNormalization(momentum=0.9)
        self.drop = tf.keras.layers.Dropout(0.3)
        self.out = tf.keras.layers.Dense(1)      # a logit

    def call(self, x, training=False):
        x = self.normalize(x)
        x = tf.nn.relu(self.bn(self.hidden(x), training=training))
        return self.out(self.drop(x, training=training))


train_ds = (tf.data.Dataset.from_tensor_slices((X_train, y_train))
            .shuffle(len(X_train)).batch(BATCH).prefetch(tf.data.AUTOTUNE))
val_ds = tf.data.Dataset.from_tensor_slices((X_val, y_val)).batch(128)
test_ds = tf.data.Dataset.from_tensor_slices((X_test, y_test)).batch(128)

total_steps = EPOCHS * int(np.ceil(len(X_train) / BATCH))
model = Net()
loss_fn = tf.keras.losses.BinaryCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(
    tf.keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=total_steps))
train_loss = tf.keras.metrics.Mean()
accuracy = tf.keras.metrics.BinaryAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        loss = loss_fn(yb, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss, sample_weight=tf.cast(tf.shape(xb)[0], tf.float32))


def evaluate(ds):
    accuracy.reset_state()
    for xb, yb in ds:
        accuracy.update_state(yb, tf.sigmoid(model(xb, training=False)))
    return float(accuracy.result())


model(X_train[:1])                       # creates the weights
optimizer.build(model.trainable_variables)
for epoch in range(1, EPOCHS + 1):
    train_loss.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    if epoch % 5 == 0:
        print(f"epoch {epoch}: loss {float(train_loss.result()):.4f}, val accuracy {evaluate(val_ds):.3f}")

print(f"test accuracy {evaluate(test_ds):.3f}")
