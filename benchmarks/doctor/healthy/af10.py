import numpy as np
import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(2)

X, y = load_wine(return_X_y=True)
X = X.astype("float32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, stratify=y, random_state=1)
print("feature ranges:", X_train.min(0).round(1), X_train.max(0).round(1))


def build_model():
    inp = tf.keras.Input((X.shape[1],))
    h = tf.keras.layers.BatchNormalization(momentum=0.9)(inp)
    h = tf.keras.layers.Dense(32, activation="tanh")(h)
    h = tf.keras.layers.BatchNormalization(momentum=0.9)(h)
    h = tf.keras.layers.Dropout(0.2)(h)
    h = tf.keras.layers.Dense(16, activation="tanh")(h)
    out = tf.keras.layers.Dense(3)(h)
    return tf.keras.Model(inp, out)


model = build_model()
optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

train_loss = tf.keras.metrics.Mean(name="train_loss")
train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
test_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="test_accuracy")

train_data = tf.data.Dataset.from_tensor_slices((X_train, y_train)).shuffle(200).batch(32, drop_remainder=True)
test_data = tf.data.Dataset.from_tensor_slices((X_test, y_test)).batch(32)


@tf.function
def train_step(features, labels):
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy(labels, predictions)


@tf.function
def test_step(features, labels):
    test_accuracy(labels, model(features, training=False))


for epoch in range(40):
    for m in (train_loss, train_accuracy, test_accuracy):
        m.reset_state()
    for features, labels in train_data:
        train_step(features, labels)
    for features, labels in test_data:
        test_step(features, labels)
    if (epoch + 1) % 5 == 0:
        print(f"Epoch {epoch + 1}, loss {train_loss.result():.4f}, accuracy {train_accuracy.result() * 100:.1f}, "
              f"test accuracy {test_accuracy.result() * 100:.1f}")

print("moving mean of the first layer:", model.layers[1].moving_mean.numpy().round(2))
print(classification_report(y_test, model(X_test, training=False).numpy().argmax(1), zero_division=0))
