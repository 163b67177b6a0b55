"""Digits with shifted copies for training, and probabilities made honest afterwards.

train      -> weights (with augmentation)
validation -> when to stop, and one temperature
test       -> looked at once, at the end
"""
import numpy as np
import tensorflow as tf
import keras
from keras import layers
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(5)
AUTOTUNE = tf.data.AUTOTUNE

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]  # the scanner's range is 0..16
labels = digits.target.astype("int32")

x_dev, x_test, y_dev, y_test = train_test_split(images, labels, test_size=400, stratify=labels, random_state=5)
x_train, x_val, y_train, y_val = train_test_split(x_dev, y_dev, test_size=400, stratify=y_dev, random_state=5)


def jitter(image, label):
    """Move by at most one pixel and add some grain. No mirror images: a mirrored 2 is not a 2."""
    padded = tf.pad(image, [[1, 1], [1, 1], [0, 0]])
    image = tf.image.random_crop(padded, [8, 8, 1])
    image = image + tf.random.normal(tf.shape(image), stddev=0.05)
    return tf.clip_by_value(image, 0.0, 1.0), label


train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train), seed=5, reshuffle_each_iteration=True)
    .map(jitter, num_parallel_calls=AUTOTUNE)
    .batch(64)
    .prefetch(AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(200)

model = keras.Sequential([
    keras.Input((8, 8, 1)),
    layers.Conv2D(32, 3, padding="same", use_bias=False),
    layers.BatchNormalization(),
    layers.ReLU(),
    layers.MaxPooling2D(),
    layers.Conv2D(64, 3, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dropout(0.3),
    layers.Dense(10),  # logits
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=40,
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_acc", mode="max", patience=8, restore_best_weights=True)],
)


def nll(logits, y, temperature=1.0):
    return -log_softmax(logits / temperature, axis=1)[np.arange(len(y)), y].mean()


def ece(logits, y, temperature=1.0, bins=10):
    p = np.exp(log_softmax(logits / temperature, axis=1))
    confidence, right = p.max(axis=1), p.argmax(axis=1) == y
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    error = 0.0
    for b in range(bins):
        inside = which == b
        if inside.any():
            error += inside.mean() * abs(confidence[inside].mean() - right[inside].mean())
    return error


logits_val = model.predict(x_val, verbose=0).astype("float64")
logits_test = model.predict(x_test, verbose=0).astype("float64")

found = minimize_scalar(lambda s: nll(logits_val, y_val, np.exp(s)), bounds=(-3, 3), method="bounded")
T = float(np.exp(found.x))

print(f"temperature {T:.3f} (validation NLL {nll(logits_val, y_val):.4f} -> {found.fun:.4f})")
print(f"test accuracy {(logits_test.argmax(1) == y_test).mean():.4f}, chance about 0.10")
print(f"test NLL {nll(logits_test, y_test):.4f} -> {nll(logits_test, y_test, T):.4f}")
print(f"test ECE {ece(logits_test, y_test):.4f} -> {ece(logits_test, y_test, T):.4f}")
