"""A very small GPT for melodies (12 notes), Keras 3 on TensorFlow."""
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(4)

NOTES = 12
LENGTH = 24
DIM = 48

# every note has three possible followers
rng = np.random.default_rng(4)
followers = np.stack([rng.choice(NOTES, 3, replace=False) for _ in range(NOTES)])
chance = np.array([0.6, 0.3, 0.1])


def compose(n):
    tunes = np.zeros((n, LENGTH + 1), dtype="int32")
    tunes[:, 0] = rng.integers(NOTES, size=n)
    for t in range(1, LENGTH + 1):
        pick = rng.choice(3, size=n, p=chance)
        tunes[:, t] = followers[tunes[:, t - 1], pick]
    return tunes


train, valid = compose(3000), compose(500)


class NoteAndPlace(layers.Layer):
    def __init__(self, notes, length, dim, **kwargs):
        super().__init__(**kwargs)
        self.note = layers.Embedding(notes, dim)
        self.place = layers.Embedding(length, dim)

    def call(self, x):
        return self.note(x) + self.place(ops.arange(ops.shape(x)[-1]))


class Block(layers.Layer):
    def __init__(self, dim, heads, **kwargs):
        super().__init__(**kwargs)
        self.att = layers.MultiHeadAttention(num_heads=heads, key_dim=dim // heads)
        self.ffn = keras.Sequential([layers.Dense(4 * dim, activation="gelu"), layers.Dense(dim)])
        self.norm1 = layers.LayerNormalization(epsilon=1e-6)
        self.norm2 = layers.LayerNormalization(epsilon=1e-6)
        self.drop = layers.Dropout(0.1)

    def call(self, x, training=None):
        h = self.norm1(x)
        x = x + self.drop(self.att(h, h), training=training)
        return x + self.drop(self.ffn(self.norm2(x)), training=training)


inputs = keras.Input((LENGTH,), dtype="int32")
x = NoteAndPlace(NOTES, LENGTH, DIM)(inputs)
for _ in range(2):
    x = Block(DIM, heads=4)(x)
outputs = layers.Dense(NOTES)(layers.LayerNormalization(epsilon=1e-6)(x))
gpt = keras.Model(inputs, outputs)

gpt.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
gpt.fit(train[:, :-1], train[:, 1:], validation_data=(valid[:, :-1], valid[:, 1:]),
        batch_size=64, epochs=8, verbose=2)

# write 50 new tunes from 8 given notes: how often is the next note one of the three followers?
tunes = np.zeros((50, LENGTH), dtype="int32")
tunes[:, :8] = compose(50)[:, :8]
good = 0
for t in range(8, LENGTH):
    logits = gpt.predict_on_batch(tunes)[:, t - 1]
    tunes[:, t] = logits.argmax(-1)
    good += sum(tunes[i, t] in followers[tunes[i, t - 1]] for i in range(50))
print(f"possible notes among those written: {good / (50 * (LENGTH - 8)):.2%}")
print(tunes[0].tolist())
