# Digits with Keras: endless input pipeline, logits out, noise layer of our own
import os

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras = tf.keras
keras.utils.set_random_seed(33)

EPOCHS, BATCH = 12, 32
WEIGHTS = "out/ed15/best.weights.h5"
os.makedirs(os.path.dirname(WEIGHTS), exist_ok=True)

images, digits = load_digits(return_X_y=True)
images = images.reshape(-1, 8, 8, 1).astype("float32")
x_dev, x_test, y_dev, y_test = train_test_split(images, digits, test_size=0.2, stratify=digits, random_state=33)
x_train, x_val, y_train, y_val = train_test_split(x_dev, y_dev, test_size=0.2, stratify=y_dev, random_state=33)

steps = len(x_train) // BATCH
train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train), seed=33)
    .repeat()
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(256)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(256)


class PixelNoise(keras.layers.Layer):
    """Adds noise while training, passes the image through otherwise."""

    def __init__(self, stddev, **kwargs):
        super().__init__(**kwargs)
        self.stddev = stddev
        self.seed_generator = keras.random.SeedGenerator(33)

    def call(self, x, training=False):
        if not training:
            return x
        noise = keras.random.normal(keras.ops.shape(x), stddev=self.stddev, seed=self.seed_generator)
        return x + noise

    def compute_output_shape(self, input_shape):
        return input_shape


normalise = keras.layers.Normalization(axis=-1)
normalise.adapt(x_train)

model = keras.Sequential(
    [
        keras.Input(shape=(8, 8, 1)),
        normalise,
        PixelNoise(0.1),
        keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dense(10),
    ]
)

schedule = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps * EPOCHS)
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(
    train_ds,
    steps_per_epoch=steps,
    epochs=EPOCHS,
    validation_data=val_ds,
    callbacks=[
        keras.callbacks.ModelCheckpoint(WEIGHTS, monitor="val_loss", save_best_only=True, save_weights_only=True)
    ],
    verbose=2,
)

model.load_weights(WEIGHTS)
test_loss, test_acc = model.evaluate(test_ds, verbose=0)
logits = model.predict(x_test, verbose=0)
confidence = tf.nn.softmax(logits, axis=-1).numpy().max(axis=1)
print(f"test loss {test_loss:.4f}  accuracy {test_acc:.4f}  mean confidence {np.mean(confidence):.3f}")
