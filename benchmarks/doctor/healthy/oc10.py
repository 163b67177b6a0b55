import json
import os

import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(21)
OUT = "out/oc10"
os.makedirs(OUT, exist_ok=True)


class TokenAndPositionEmbedding(layers.Layer):
    def __init__(self, maxlen, vocab_size, embed_dim, **kwargs):
        super().__init__(**kwargs)
        self.maxlen, self.vocab_size, self.embed_dim = maxlen, vocab_size, embed_dim
        self.token_emb = layers.Embedding(input_dim=vocab_size, output_dim=embed_dim)
        self.pos_emb = layers.Embedding(input_dim=maxlen, output_dim=embed_dim)

    def call(self, x):
        positions = ops.arange(0, ops.shape(x)[-1], 1)
        return self.token_emb(x) + self.pos_emb(positions)

    def get_config(self):
        config = super().get_config()
        config.update(maxlen=self.maxlen, vocab_size=self.vocab_size, embed_dim=self.embed_dim)
        return config


class TransformerBlock(layers.Layer):
    def __init__(self, embed_dim, num_heads, ff_dim, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        self.embed_dim, self.num_heads, self.ff_dim, self.rate = embed_dim, num_heads, ff_dim, rate
        self.att = layers.MultiHeadAttention(num_heads=num_heads, key_dim=embed_dim // num_heads)
        self.ffn = keras.Sequential([layers.Dense(ff_dim, activation="relu"), layers.Dense(embed_dim)])
        self.norm1 = layers.LayerNormalization(epsilon=1e-6)
        self.norm2 = layers.LayerNormalization(epsilon=1e-6)
        self.drop = layers.Dropout(rate)

    def call(self, x, training=None):
        x = self.norm1(x + self.drop(self.att(x, x), training=training))
        return self.norm2(x + self.drop(self.ffn(x), training=training))

    def get_config(self):
        config = super().get_config()
        config.update(embed_dim=self.embed_dim, num_heads=self.num_heads, ff_dim=self.ff_dim, rate=self.rate)
        return config


def load(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    return [r["text"].split() for r in rows], np.array([r["price"] for r in rows], "float32") / 1000


(train_x, train_y), (val_x, val_y), (test_x, test_y) = load("train"), load("validation"), load("test")
words = {w: i + 2 for i, w in enumerate(sorted({w for s in train_x for w in s}))}
MAXLEN = max(map(len, train_x))


def encode(sentences):
    ids = np.zeros((len(sentences), MAXLEN), "int32")
    for i, s in enumerate(sentences):
        s = s[:MAXLEN]
        ids[i, : len(s)] = [words.get(w, 1) for w in s]
    return ids


train_x, val_x, test_x = encode(train_x), encode(val_x), encode(test_x)

inputs = layers.Input(shape=(MAXLEN,), dtype="int32")
x = TokenAndPositionEmbedding(MAXLEN, len(words) + 2, 32)(inputs)
x = TransformerBlock(32, 2, 64, rate=0.0)(x)
x = layers.GlobalAveragePooling1D()(x)
x = layers.Dense(32, activation="relu")(x)
outputs = layers.Dense(1)(x)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
model.fit(train_x, train_y, validation_data=(val_x, val_y), epochs=15, batch_size=16, verbose=2)
print("test mae before saving:", 1000 * model.evaluate(test_x, test_y, verbose=0)[1])

model.save(f"{OUT}/prices.keras")

restored = keras.models.load_model(
    f"{OUT}/prices.keras",
    custom_objects={
        "TokenAndPositionEmbedding": TokenAndPositionEmbedding,
        "TransformerBlock": TransformerBlock,
    },
)
print("test mae after loading:", 1000 * restored.evaluate(test_x, test_y, verbose=0)[1])
print(np.round(restored.predict(test_x[:5], verbose=0)[:, 0] * 1000), test_y[:5] * 1000)
