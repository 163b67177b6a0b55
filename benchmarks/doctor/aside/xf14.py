import json
import os
import tempfile

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(2)


def load(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


train_texts, train_y = load("train")
val_texts, val_y = load("validation")
test_texts, test_y = load("test")

MAX_LEN = 64
vectorize = layers.TextVectorization(max_tokens=500, output_sequence_length=MAX_LEN)
vectorize.adapt(train_texts)
to_ids = lambda texts: vectorize(tf.constant(texts)).numpy()


@keras.saving.register_keras_serializable(package="tickets")
class TokenAndPosition(layers.Layer):
    """Sum of a word embedding and a learned position embedding."""

    def __init__(self, vocab_size, max_len, dim, **kwargs):
        super().__init__(**kwargs)
        self.vocab_size, self.max_len, self.dim = vocab_size, max_len, dim
        self.words = layers.Embedding(vocab_size, dim)
        self.positions = layers.Embedding(max_len, dim)

    def build(self, input_shape):
        self.words.build(input_shape)
        self.positions.build((self.max_len,))
        super().build(input_shape)

    def call(self, ids):
        return self.words(ids) + self.positions(tf.range(self.max_len))

    def get_config(self):
        config = super().get_config()
        config.update({
            "vocab_size": self.vocab_size,
            "dim": self.dim,
        })
        return config


inputs = keras.Input((MAX_LEN,), dtype="int32")
x = TokenAndPosition(vectorize.vocabulary_size(), MAX_LEN, 32)(inputs)
x = layers.Conv1D(64, 5, activation="relu")(x)
x = layers.GlobalMaxPooling1D()(x)
x = layers.Dropout(0.2)(x)
model = keras.Model(inputs, layers.Dense(4, activation="softmax")(x))
model.compile(keras.optimizers.Adam(3e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(to_ids(train_texts), train_y, validation_data=(to_ids(val_texts), val_y), epochs=20, verbose=0)
print("test accuracy in memory: %.3f" % model.evaluate(to_ids(test_texts), test_y, verbose=0)[1])

path = os.path.join(tempfile.mkdtemp(), "tickets.keras")
model.save(path)
print("saved")

restored = keras.models.load_model(path)
print("test accuracy restored:  %.3f" % restored.evaluate(to_ids(test_texts), test_y, verbose=0)[1])
