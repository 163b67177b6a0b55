import json
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

OUT = "out/yd12"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(21)


class AttentionPooling(layers.Layer):
    def __init__(self, units=32, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.proj = layers.Dense(units, activation="tanh")
        self.score = layers.Dense(1)

    def build(self, input_shape):
        self.proj.build(input_shape)
        self.score.build((*input_shape[:-1], self.units))
        super().build(input_shape)

    def call(self, x):
        weights = ops.softmax(self.score(self.proj(x)), axis=1)
        return ops.sum(weights * x, axis=1)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], input_shape[-1])

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units})
        return config


def load(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(r) for r in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


(xtr, ytr), (xva, yva), (xte, yte) = load("train"), load("validation"), load("test")

vec = layers.TextVectorization(output_sequence_length=40)
vec.adapt(tf.constant(xtr))
xtr, xva, xte = (vec(tf.constant(x)).numpy() for x in (xtr, xva, xte))

inp = keras.Input((40,), dtype="int32")
h = layers.Embedding(vec.vocabulary_size(), 48)(inp)
h = layers.Conv1D(64, 3, padding="same", activation="relu")(h)
h = AttentionPooling(32)(h)
h = layers.Dense(32, activation="relu")(h)
out = layers.Dense(4, activation="softmax")(h)
model = keras.Model(inp, out)

model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
best = keras.callbacks.ModelCheckpoint(os.path.join(OUT, "best.keras"), monitor="val_accuracy", save_best_only=True)
model.fit(xtr, ytr, validation_data=(xva, yva), epochs=20, batch_size=16, callbacks=[best], verbose=2)
print("test accuracy, last epoch:", model.evaluate(xte, yte, verbose=0)[1])

keras.backend.clear_session()
best_model = keras.models.load_model(os.path.join(OUT, "best.keras"))
print("test accuracy, best epoch:", best_model.evaluate(xte, yte, verbose=0)[1])
