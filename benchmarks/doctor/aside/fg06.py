# %% handwritten digits, 8x8, small convnet
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(21)

# %% data
digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")

x_train, x_test, y_train, y_test = train_test_split(
    images, labels, test_size=0.2, random_state=21, stratify=labels
)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.15, random_state=21, stratify=y_train
)


def pipeline(x, y, training=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(len(x), seed=21)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


train_ds = pipeline(x_train, y_train, training=True)
val_ds = pipeline(x_val, y_val)
test_ds = pipeline(x_test, y_test)

# %% model
model = tf.keras.Sequential(
    [
        tf.keras.Input(shape=(8, 8, 1)),
        tf.keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(2),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(10),
    ]
)

model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)

# %% fit
history = model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)

# %% how good is it
test_loss, test_acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {test_loss:.3f}, accuracy {test_acc:.3f}")

pred = np.argmax(model.predict(test_ds, verbose=0), axis=-1)
confusion = tf.math.confusion_matrix(y_test, pred, num_classes=10).numpy()
print(confusion)
