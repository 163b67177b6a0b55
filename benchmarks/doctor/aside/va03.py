# digits, from my notebook
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(3)

# In [2]
digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")

x_rest, x_test, y_rest, y_test = train_test_split(
    images, labels, test_size=0.2, stratify=labels, random_state=3
)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=3
)
print(x_train.shape, x_val.shape, x_test.shape, np.bincount(y_train))

# In [3]
model = tf.keras.Sequential(
    [
        tf.keras.Input((8, 8, 1)),
        tf.keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(10),
    ]
)
model.summary()

# In [4]
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

# In [5]
history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=20,
    batch_size=32,
    verbose=2,
)

# In [6]
best = int(np.argmax(history.history["val_accuracy"]))
print("best epoch", best + 1, "val acc", history.history["val_accuracy"][best])

# In [7]
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  test acc {acc:.3f}")
