"""
Two stages on the 8x8 digits:
  1. an autoencoder learns from all training pictures without their labels,
  2. a classifier on its codes learns from the few pictures that have a label.
Both stages with hand written GradientTape loops.
"""
import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2)

N_LABELLED = 200
CODE = 24

data, target = load_digits(return_X_y=True)
data = (data / 16.0).astype("float32")
x_train, x_test, y_train, y_test = train_test_split(
    data, target, test_size=400, stratify=target, random_state=0
)
x_few, y_few = x_train[:N_LABELLED], y_train[:N_LABELLED]

encoder = keras.Sequential([
    keras.Input((64,)),
    layers.Dense(128, activation="relu"),
    layers.Dense(CODE),
], name="encoder")
decoder = keras.Sequential([
    keras.Input((CODE,)),
    layers.Dense(128, activation="relu"),
    layers.Dense(64, activation="sigmoid"),
], name="decoder")
classifier = keras.Sequential([
    keras.Input((CODE,)),
    layers.Dense(64, activation="relu"),
    layers.Dense(10),
], name="classifier")

mse = keras.losses.MeanSquaredError()
ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(2e-3)


def batches(*arrays, size=32):
    return tf.data.Dataset.from_tensor_slices(arrays).shuffle(2000).batch(size)


# ---------------------------------------------------------------- stage 1
ae_vars = encoder.trainable_variables + decoder.trainable_variables


@tf.function
def autoencoder_step(x):
    with tf.GradientTape() as tape:
        loss = mse(x, decoder(encoder(x, training=True), training=True))
    grads = tape.gradient(loss, ae_vars)
    optimizer.apply_gradients(zip(grads, ae_vars))
    return loss


for epoch in range(15):
    losses = [float(autoencoder_step(x)) for (x,) in batches(x_train)]
    if epoch % 5 == 4:
        print(f"autoencoder epoch {epoch + 1}: mse {np.mean(losses):.4f}")

# ---------------------------------------------------------------- stage 2
# the encoder stays as it is, only the classifier learns
optimizer = keras.optimizers.Adam(2e-3)


@tf.function
def classifier_step(x, y):
    code = encoder(x, training=False)
    with tf.GradientTape() as tape:
        loss = ce(y, classifier(code, training=True))
    grads = tape.gradient(loss, classifier.trainable_variables)
    optimizer.apply_gradients(zip(grads, classifier.trainable_variables))
    return loss


for epoch in range(40):
    losses = [float(classifier_step(x, y)) for x, y in batches(x_few, y_few)]
    if epoch % 5 == 4:
        print(f"classifier epoch {epoch + 1}: loss {np.mean(losses):.4f}")

logits = classifier(encoder(x_test))
accuracy = np.mean(np.argmax(logits, axis=1) == y_test)
print(f"test accuracy with {N_LABELLED} labels: {accuracy:.3f}")
