"""Crop type from soil readings: a small dense classifier on a synthetic table."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(11)

N, CLASSES = 2400, 4
BATCH, EPOCHS = 64, 40

rng = np.random.default_rng(11)
y = rng.integers(0, CLASSES, N)
centres = rng.normal(0, 1.3, (CLASSES, 8))
x = centres[y] + rng.normal(0, 1.0, (N, 8))
x[:, 6] = x[:, 0] * x[:, 1] + rng.normal(0, 0.3, N)
x = (x * np.array([1, 40, 0.02, 7, 300, 1, 5, 12]) + 100).astype("float32")  # readings in their own units
y = y.astype("int32")

order = rng.permutation(N)
tr, va, te = np.split(order, [int(0.7 * N), int(0.85 * N)])

norm = layers.Normalization()
norm.adapt(x[tr])

model = keras.Sequential([
    keras.Input(shape=(8,)),
    norm,
    layers.Dense(64, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dropout(0.2),
    layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4)),
    layers.Dense(CLASSES),
])

steps = int(np.ceil(len(tr) / BATCH)) * EPOCHS
model.compile(
    optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps)),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
history = model.fit(x[tr], y[tr], validation_data=(x[va], y[va]),
                    batch_size=BATCH, epochs=EPOCHS, verbose=2)

majority = np.bincount(y[tr]).argmax()
test = model.evaluate(x[te], y[te], verbose=0, return_dict=True)
print("last validation accuracy", round(history.history["val_acc"][-1], 3))
print("test accuracy", round(test["acc"], 3), "| always the biggest class", round(float((y[te] == majority).mean()), 3))
probs = tf.nn.softmax(model.predict(x[te][:3], verbose=0)).numpy()
print("three predictions", probs.argmax(axis=1), "truth", y[te][:3])
