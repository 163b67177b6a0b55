"""Transfer learning in two phases: (1) new head on a frozen base, (2) fine-tuning of everything.

The base is trained on the digits 0-4, the target task has few photographs of 5-9 from another
scanner (negative images, turned by 90 degrees).
"""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
old = digits.target < 5


def make_base():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(16, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.GlobalAveragePooling2D(),
        ],
        name="base",
    )


def with_head(base):
    inputs = keras.Input((8, 8, 1))
    return keras.Model(inputs, layers.Dense(5, activation="softmax")(base(inputs)))


# ---- pretraining -------------------------------------------------------------
base = make_base()
source = with_head(base)
source.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(images[old], digits.target[old], batch_size=32, epochs=12, verbose=0)
print("source task:", source.evaluate(images[old], digits.target[old], verbose=0)[1])

# ---- target task -------------------------------------------------------------
x_new = np.rot90(1.0 - images[~old], axes=(1, 2)).copy()
y_new = digits.target[~old] - 5
x_train, x_val, y_train, y_val = train_test_split(
    x_new, y_new, train_size=320, random_state=0, stratify=y_new
)

# phase 1: only the head
base.trainable = False
model = with_head(base)
model.compile(keras.optimizers.Adam(1e-2), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, batch_size=32, epochs=60, verbose=0)
print("phase 1, val accuracy:", round(model.evaluate(x_val, y_val, verbose=0)[1], 3))

# phase 2: unfreeze, small steps
base.trainable = True
model.compile(keras.optimizers.Adam(2e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
print("trainable weights:", len(model.trainable_weights))
model.fit(x_train, y_train, batch_size=32, epochs=30, verbose=0)
print("phase 2, val accuracy:", round(model.evaluate(x_val, y_val, verbose=0)[1], 3))
