"""Word tagger with a gated convolution block, saved in the .keras format and loaded again for prediction."""
import json
import os

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

MAX_LEN = 32
NUM_TAGS = 4
OUT_DIR = "out/bg03"
keras.utils.set_random_seed(3)


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train, val = load("train"), load("validation")
vocab = {"<pad>": 0, "<unk>": 1}
for row in train:
    for w in row["words"]:
        vocab.setdefault(w, len(vocab))


def encode(rows):
    ids = np.zeros((len(rows), MAX_LEN), dtype="int32")
    tags = np.zeros((len(rows), MAX_LEN), dtype="int32")
    weight = np.zeros((len(rows), MAX_LEN), dtype="float32")
    for i, row in enumerate(rows):
        n = min(len(row["words"]), MAX_LEN)
        ids[i, :n] = [vocab.get(w, 1) for w in row["words"][:n]]
        tags[i, :n] = row["tags"][:n]
        weight[i, :n] = 1.0
    return ids, tags, weight


class GatedConv(layers.Layer):
    def __init__(self, units, kernel_size=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.kernel_size = kernel_size
        self.value = layers.Conv1D(units, kernel_size, padding="same")
        self.gate = layers.Conv1D(units, kernel_size, padding="same", activation="sigmoid")

    def build(self, input_shape):
        self.value.build(input_shape)
        self.gate.build(input_shape)
        self.built = True

    def call(self, inputs):
        return self.value(inputs) * self.gate(inputs)

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units, "kernel_size": self.kernel_size})
        return config


inputs = keras.Input(shape=(MAX_LEN,), dtype="int32")
x = layers.Embedding(len(vocab), 48)(inputs)
x = layers.Dropout(0.1)(x)
x = layers.Concatenate()([x, GatedConv(48)(x)])
outputs = layers.Dense(NUM_TAGS, activation="softmax")(x)
model = keras.Model(inputs, outputs)
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    weighted_metrics=["accuracy"],
)

x_train, y_train, w_train = encode(train)
x_val, y_val, w_val = encode(val)
model.fit(x_train, y_train, sample_weight=w_train,
          validation_data=(x_val, y_val, w_val), epochs=10, batch_size=16, verbose=2)
before = model.predict(x_val, verbose=0)

os.makedirs(OUT_DIR, exist_ok=True)
path = os.path.join(OUT_DIR, "tagger.keras")
model.save(path)
print("saved to", path)

restored = keras.models.load_model(path, custom_objects={"GatedConv": GatedConv})
after = restored.predict(x_val, verbose=0)
print("same predictions:", np.allclose(before, after, atol=1e-5))
correct = (after.argmax(-1) == y_val) * w_val
print("word accuracy of the restored model: %.3f" % (correct.sum() / w_val.sum()))
names = (y_val > 0) * w_val
print("accuracy on names only: %.3f" % ((correct * names).sum() / names.sum()))
