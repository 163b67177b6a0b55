"""Sentiment of sentences (SST-2 columns) with TextVectorization and a small transformer, Keras 3 functional API."""
import pathlib
import tempfile

import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers, ops

MAX_WORDS = 3000
MAX_LEN = 40
DIM = 48


@keras.saving.register_keras_serializable(package="sentiment")
class TokenAndPosition(layers.Layer):
    def __init__(self, vocab_size, max_len, dim, **kwargs):
        super().__init__(**kwargs)
        self.vocab_size, self.max_len, self.dim = vocab_size, max_len, dim
        self.tokens = layers.Embedding(vocab_size, dim, mask_zero=True)
        self.positions = layers.Embedding(max_len, dim)
        self.supports_masking = True

    def build(self, input_shape):
        self.tokens.build(input_shape)
        self.positions.build((self.max_len,))
        self.built = True

    def call(self, x):
        return self.tokens(x) + self.positions(ops.arange(self.max_len))

    def compute_mask(self, x, mask=None):
        return self.tokens.compute_mask(x)

    def compute_output_shape(self, input_shape):
        return (*input_shape, self.dim)

    def get_config(self):
        return {**super().get_config(), "vocab_size": self.vocab_size, "max_len": self.max_len, "dim": self.dim}


@keras.saving.register_keras_serializable(package="sentiment")
class Block(layers.Layer):
    """Pre-norm transformer encoder block."""

    def __init__(self, dim, heads, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        self.dim, self.heads, self.rate = dim, heads, rate
        self.supports_masking = True
        self.norm1 = layers.LayerNormalization()
        self.attention = layers.MultiHeadAttention(heads, dim // heads, dropout=rate)
        self.drop1 = layers.Dropout(rate)
        self.norm2 = layers.LayerNormalization()
        self.up = layers.Dense(2 * dim, activation="gelu")
        self.down = layers.Dense(dim)
        self.drop2 = layers.Dropout(rate)

    def build(self, shape):
        self.norm1.build(shape)
        self.attention.build(shape, shape)
        self.norm2.build(shape)
        self.up.build(shape)
        self.down.build((*shape[:-1], 2 * self.dim))
        self.built = True

    def call(self, x, mask=None, training=None):
        attention_mask = None if mask is None else mask[:, None, :]
        h = self.norm1(x)
        h = self.attention(h, h, attention_mask=attention_mask, training=training)
        x = x + self.drop1(h, training=training)
        h = self.down(self.up(self.norm2(x)))
        return x + self.drop2(h, training=training)

    def get_config(self):
        return {**super().get_config(), "dim": self.dim, "heads": self.heads, "rate": self.rate}


keras.utils.set_random_seed(100)
folder = pathlib.Path("data/glue/sst2")
full = pd.read_parquet(folder / "train-00000-of-00001.parquet")
test = pd.read_parquet(folder / "validation-00000-of-00001.parquet")  # GLUE's test labels are not public
full = full.drop_duplicates("sentence")
full = full[~full.sentence.isin(test.sentence)].sample(frac=1.0, random_state=0)
valid, train = full[:300], full[300:]
print(len(train), "train", len(valid), "validation", len(test), "test")

vectorize = layers.TextVectorization(max_tokens=MAX_WORDS, output_sequence_length=MAX_LEN)
vectorize.adapt(train.sentence.tolist())
vocab_size = vectorize.vocabulary_size()


def pipeline(frame, training=False):
    ids = vectorize(tf.constant(frame.sentence.tolist()))
    ds = tf.data.Dataset.from_tensor_slices((ids, frame.label.astype("float32").to_numpy()))
    if training:
        ds = ds.shuffle(4096)
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)


ids = keras.Input((MAX_LEN,), dtype="int64")
x = TokenAndPosition(vocab_size, MAX_LEN, DIM)(ids)
x = layers.SpatialDropout1D(0.2)(x)
for _ in range(2):
    x = Block(DIM, heads=4)(x)
x = layers.LayerNormalization()(x)
x = layers.GlobalAveragePooling1D()(x)
x = layers.Dropout(0.2)(x)
out = layers.Dense(1)(x)
model = keras.Model(ids, out)
model.summary()

EPOCHS = 12
steps = EPOCHS * int(np.ceil(len(train) / 32))
schedule = keras.optimizers.schedules.CosineDecay(
    1e-5, decay_steps=steps - steps // 10, warmup_target=1e-3, warmup_steps=steps // 10
)
optimizer = keras.optimizers.AdamW(schedule, weight_decay=0.01, global_clipnorm=1.0)
optimizer.exclude_from_weight_decay(var_names=["bias", "gamma", "beta"])
model.compile(
    optimizer=optimizer,
    loss=keras.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.05),
    metrics=[keras.metrics.BinaryAccuracy(name="accuracy", threshold=0.0)],  # logits: positive means class 1
)
best = str(pathlib.Path(tempfile.mkdtemp()) / "sentiment.keras")
model.fit(
    pipeline(train, training=True),
    validation_data=pipeline(valid),
    epochs=EPOCHS,
    verbose=2,
    callbacks=[keras.callbacks.ModelCheckpoint(best, monitor="val_accuracy", mode="max", save_best_only=True)],
)

restored = keras.models.load_model(best)
result = restored.evaluate(pipeline(test), verbose=0, return_dict=True)

# the deployed model takes plain strings
raw = keras.Input((1,), dtype="string")
end_to_end = keras.Model(raw, layers.Activation("sigmoid")(restored(vectorize(raw))))
some = test.sample(4, random_state=1)
for sentence, label, p in zip(
    some.sentence, some.label, end_to_end.predict(tf.constant(some.sentence.tolist())[:, None], verbose=0)[:, 0]
):
    print(f"{p:.2f} ({label})  {sentence}")
majority = max(test.label.mean(), 1 - test.label.mean())
print(f"test accuracy {result['accuracy']:.4f} (majority class {majority:.4f})")
