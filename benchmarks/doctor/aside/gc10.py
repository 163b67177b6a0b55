"""Transfer learning in two phases: learn the digits 0-4, reuse the filters for 5-9.

Phase A trains a new head on frozen filters, phase B fine-tunes everything slowly.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(17)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target

low = labels < 5
src_x, src_y = images[low], labels[low]
dst_x, dst_y = images[~low], labels[~low] - 5
dst_x_train, dst_x_val, dst_y_train, dst_y_val = train_test_split(
    dst_x, dst_y, train_size=200, stratify=dst_y, random_state=17
)


def make_base():
    return keras.Sequential(
        [
            layers.Input((8, 8, 1)),
            layers.Conv2D(8, 3, activation="relu"),
            layers.Conv2D(8, 3, activation="relu"),
            layers.Flatten(),
            layers.Dense(12, activation="relu"),
        ],
        name="base",
    )


# --- source task -----------------------------------------------------------
base = make_base()
source = keras.Sequential([base, layers.Dense(5, activation="softmax")])
source.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(src_x, src_y, epochs=8, batch_size=32, verbose=0)
print("source task done")

# --- phase A: new head, frozen base ------------------------------------------
base.trainable = False
inputs = keras.Input((8, 8, 1))
features = base(inputs, training=False)
outputs = layers.Dense(5, activation="softmax", name="head")(features)
target = keras.Model(inputs, outputs)
target.compile(
    optimizer=keras.optimizers.Adam(1e-2),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
target.fit(dst_x_train, dst_y_train, validation_data=(dst_x_val, dst_y_val),
           epochs=15, batch_size=20, verbose=2)
_, acc_a = target.evaluate(dst_x_val, dst_y_val, verbose=0)

# --- phase B: fine-tune the whole network with a small learning rate ----------
base.trainable = True
target.optimizer.learning_rate.assign(5e-4)
target.fit(dst_x_train, dst_y_train, validation_data=(dst_x_val, dst_y_val),
           epochs=20, batch_size=20, verbose=2)
_, acc_b = target.evaluate(dst_x_val, dst_y_val, verbose=0)

print(f"frozen base: {acc_a:.4f}   fine-tuned: {acc_b:.4f}")
os.makedirs("out/gc10", exist_ok=True)
target.save("out/gc10/target.keras")
