# Route tickets to desks with a small transformer, text vectorisation inside the model.
import json
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(40)
LENGTH, WIDTH, HEADS = 64, 48, 4          # the longest ticket has 61 words
OUT = "out/mb12"
os.makedirs(OUT, exist_ok=True)


def load(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [(r["text"], r["desk_id"]) for r in map(json.loads, f)]


def without(rows, known):
    """First occurrence of each text, minus the texts in `known`."""
    kept = {}
    for text, label in rows:
        if text not in known:
            kept.setdefault(text, label)
    return list(kept.items())


test = without(load("test"), set())
validation = without(load("validation"), {t for t, _ in test})
train = without(load("train"), {t for t, _ in test} | {t for t, _ in validation})
print("rows:", len(train), len(validation), len(test))


def arrays(rows):
    return tf.constant([t for t, _ in rows]), np.array([l for _, l in rows], dtype="int32")


@keras.saving.register_keras_serializable(package="mb12")
class TokenAndPosition(layers.Layer):
    def __init__(self, vocabulary, length, width, **kw):
        super().__init__(**kw)
        self.vocabulary, self.length, self.width = vocabulary, length, width
        self.token = layers.Embedding(vocabulary, width)
        self.position = layers.Embedding(length, width)

    def build(self, shape):
        self.token.build(shape)
        self.position.build((self.length,))
        super().build(shape)

    def call(self, ids):
        return self.token(ids) + self.position(ops.arange(self.length))

    def get_config(self):
        return {**super().get_config(), "vocabulary": self.vocabulary, "length": self.length, "width": self.width}


@keras.saving.register_keras_serializable(package="mb12")
class IsWord(layers.Layer):
    """True where there is a word, False on the padding."""

    def call(self, ids):
        return ops.not_equal(ids, 0)

    def compute_output_spec(self, ids):
        return keras.KerasTensor(ids.shape, dtype="bool")


@keras.saving.register_keras_serializable(package="mb12")
class MaskedMean(layers.Layer):
    def call(self, h, m):
        m = ops.cast(m, h.dtype)
        return ops.sum(h * m[:, :, None], axis=1) / ops.maximum(ops.sum(m, axis=1, keepdims=True), 1.0)


x_train, y_train = arrays(train)
vectorize = layers.TextVectorization(standardize="lower", output_sequence_length=LENGTH)
vectorize.adapt(x_train)

text = keras.Input((), dtype="string", name="text")
ids = vectorize(text)
mask = IsWord()(ids)
h = TokenAndPosition(vectorize.vocabulary_size(), LENGTH, WIDTH)(ids)
attend_to = layers.Reshape((1, LENGTH))(mask)  # the keys; broadcast over the queries
a = layers.MultiHeadAttention(HEADS, WIDTH // HEADS, dropout=0.1)(h, h, attention_mask=attend_to)
h = layers.LayerNormalization(epsilon=1e-6)(layers.Add()([h, a]))
f = layers.Dense(2 * WIDTH, activation="gelu")(h)
f = layers.Dropout(0.2)(layers.Dense(WIDTH)(f))
h = layers.LayerNormalization(epsilon=1e-6)(layers.Add()([h, f]))
logits = layers.Dense(4, name="desk")(layers.Dropout(0.3)(MaskedMean()(h, mask)))
model = keras.Model(text, logits)
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)


def batches(rows, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices(arrays(rows))
    return (ds.shuffle(len(rows), seed=2) if shuffle else ds).batch(32)


model.fit(
    batches(train, shuffle=True),
    validation_data=batches(validation),
    epochs=40,
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)],
)
model.save(f"{OUT}/router.keras")

router = keras.models.load_model(f"{OUT}/router.keras")
_, y_test = arrays(test)
before, after = (m.predict(batches(test), verbose=0) for m in (model, router))
assert np.allclose(before, after, atol=1e-4)
said = after.argmax(axis=-1)
confusion = np.zeros((4, 4), int)
np.add.at(confusion, (y_test, said), 1)
print(confusion, "rows: true desk, columns: said desk")
recall = np.diag(confusion) / np.maximum(confusion.sum(axis=1), 1)
print(f"test accuracy {np.mean(said == y_test):.3f}  macro recall {recall.mean():.3f}")
print(f"most frequent desk {np.mean(y_test == np.bincount(y_train).argmax()):.3f}")
