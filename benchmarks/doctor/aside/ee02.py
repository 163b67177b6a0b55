# Machine faults from sensor readings, data fed through tf.data
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import make_classification

keras.utils.set_random_seed(3)

# readings of 24 sensors; the two kinds of fault are not cleanly apart
readings, fault = make_classification(
    n_samples=1500, n_features=24, n_informative=8, n_redundant=4,
    class_sep=0.6, flip_y=0.2, random_state=3)
readings = readings.astype("float32")
fault = fault.astype("float32")[:, None]

n = len(readings)
n_train = int(0.8 * n)
print("rows", n, "for training", n_train)

full = tf.data.Dataset.from_tensor_slices((readings, fault))
full = full.shuffle(n, seed=3)

train_ds = full.take(n_train).batch(32).prefetch(tf.data.AUTOTUNE)
val_ds = full.skip(n_train).batch(128).prefetch(tf.data.AUTOTUNE)

model = keras.Sequential([
    keras.Input((24,)),
    layers.Dense(256, activation="relu"),
    layers.Dense(256, activation="relu"),
    layers.Dense(1),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(name="acc", threshold=0.0)],
)
history = model.fit(train_ds, validation_data=val_ds, epochs=30, verbose=2)

loss, acc = model.evaluate(val_ds, verbose=0)
print(f"accuracy on the held-out fifth: {acc:.3f} (loss {loss:.3f})")
