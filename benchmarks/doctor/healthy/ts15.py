"""A small causal transformer learns to copy: random symbols, a separator, then the same symbols again."""
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(4)
SYMBOLS, LENGTH = 12, 8
SEP, VOCAB, SEQ = SYMBOLS, SYMBOLS + 1, 2 * LENGTH          # SEQ: inputs, one less than the 17 tokens


def make_data(n, rng):
    first = rng.integers(0, SYMBOLS, (n, LENGTH))
    tokens = np.concatenate([first, np.full((n, 1), SEP), first], axis=1)
    x, y = tokens[:, :-1], tokens[:, 1:]
    weight = np.zeros(y.shape, "float32")
    weight[:, LENGTH:] = 1.0                                # only the copy can be predicted; the first part is noise
    return x, y, weight


@keras.saving.register_keras_serializable()
class TokenAndPosition(layers.Layer):
    def __init__(self, vocab, length, dim, **kwargs):
        super().__init__(**kwargs)
        self.vocab, self.length, self.dim = vocab, length, dim
        self.token = layers.Embedding(vocab, dim)
        self.position = layers.Embedding(length, dim)

    def build(self, input_shape):
        self.token.build(input_shape)
        self.position.build((self.length,))

    def call(self, ids):
        return self.token(ids) + self.position(ops.arange(self.length))

    def get_config(self):
        return {**super().get_config(), "vocab": self.vocab, "length": self.length, "dim": self.dim}


def transformer_block(x, dim, heads):
    h = layers.LayerNormalization()(x)
    h = layers.MultiHeadAttention(heads, dim // heads)(h, h, use_causal_mask=True)
    x = layers.Add()([x, h])
    h = layers.LayerNormalization()(x)
    h = layers.Dense(2 * dim, activation="gelu")(h)
    h = layers.Dense(dim)(h)
    return layers.Add()([x, h])


rng = np.random.default_rng(4)
x_train, y_train, w_train = make_data(4000, rng)
x_val, y_val, w_val = make_data(500, rng)

ids = keras.Input((SEQ,), dtype="int32")
h = TokenAndPosition(VOCAB, SEQ, 48)(ids)
for _ in range(2):
    h = transformer_block(h, 48, 4)
logits = layers.Dense(VOCAB)(layers.LayerNormalization()(h))
lm = keras.Model(ids, logits)

EPOCHS, BATCH = 5, 64
steps = EPOCHS * -(-len(x_train) // BATCH)
lr = keras.optimizers.schedules.CosineDecay(1e-5, steps - 60, warmup_target=4e-3, warmup_steps=60)
lm.compile(
    optimizer=keras.optimizers.AdamW(lr, weight_decay=1e-4, clipnorm=1.0),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="mean_with_sample_weight"),
    weighted_metrics=[keras.metrics.SparseCategoricalAccuracy(name="copy_acc")],
)
lm.fit(x_train, y_train, sample_weight=w_train, validation_data=(x_val, y_val, w_val),
       batch_size=BATCH, epochs=EPOCHS, verbose=2)

# generation: the model continues a new sequence from the separator on
fresh = rng.integers(0, SYMBOLS, (200, LENGTH))
tokens = np.zeros((200, SEQ + 1), "int32")
tokens[:, :LENGTH], tokens[:, LENGTH] = fresh, SEP
for t in range(LENGTH, SEQ):                                # what is to the right of t is masked by causality
    tokens[:, t + 1] = ops.convert_to_numpy(lm(tokens[:, :-1]))[:, t].argmax(-1)
print("whole sequences copied: %.3f, symbols %.3f (chance %.3f)" % (
    (tokens[:, LENGTH + 1:] == fresh).all(1).mean(), (tokens[:, LENGTH + 1:] == fresh).mean(), 1 / SYMBOLS))
