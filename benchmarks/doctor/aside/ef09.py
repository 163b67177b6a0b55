# Homework 1: classify iris flowers with Keras
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_iris
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(0)

iris = load_iris()
X = iris.data.astype("float32")
y = iris.target
class_names = list(iris.target_names)
print("X:", X.shape, " y:", y.shape)
print("classes:", class_names)
print("rows per class:", np.bincount(y))

# the features are all centimetres between 0 and 8
X = X / 8.0


def build_model():
    model = keras.Sequential(
        [
            keras.Input(shape=(4,)),
            layers.Dense(32, activation="relu"),
            layers.Dense(16, activation="relu"),
            layers.Dense(3, activation="softmax"),
        ],
        name="iris_mlp",
    )
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=0.01),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


model = build_model()
model.summary()

history = model.fit(
    X,
    y,
    epochs=40,
    batch_size=16,
    validation_split=0.33,
    shuffle=True,
    verbose=2,
)

acc = history.history["accuracy"][-1]
val_acc = history.history["val_accuracy"][-1]
print(f"final training accuracy   {acc:.3f}")
print(f"final validation accuracy {val_acc:.3f}")
