"""Seq2seq from scratch (Keras 3): sort the letters of a word; GRU encoder, GRU decoder with attention.

Teacher forcing in training, greedy decoding with the model's own outputs for the score.
"""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(3)
PAD, BOS, EOS, OFFSET, LETTERS = 0, 1, 2, 3, 8
V = OFFSET + LETTERS
MIN_L, MAX_L = 3, 6


def unique_words(n, rng):
    """n different words, as ids: the splits below can't share one."""
    seen = set()
    while len(seen) < n:
        w = tuple(int(k) for k in rng.integers(OFFSET, V, rng.integers(MIN_L, MAX_L + 1)))
        seen.add(w)
    seen = sorted(seen)
    return [seen[i] for i in rng.permutation(n)]


words = unique_words(4600, np.random.default_rng(0))
train_w, val_w, test_w = words[:4000], words[4000:4300], words[4300:]


def arrays(ws):
    src = np.zeros((len(ws), MAX_L), "int32")
    dec_in = np.zeros((len(ws), MAX_L + 1), "int32")
    dec_out = np.zeros((len(ws), MAX_L + 1), "int32")
    for i, w in enumerate(ws):
        s = sorted(w)
        src[i, : len(w)] = w
        dec_in[i, : len(w) + 1] = [BOS] + s
        dec_out[i, : len(w) + 1] = s + [EOS]
    # weight 0 for padding
    return (src, dec_in), dec_out, (dec_out != PAD).astype("float32")


src_in = keras.Input((MAX_L,), dtype="int32", name="src")
tgt_in = keras.Input((None,), dtype="int32", name="tgt")
emb = layers.Embedding(V, 32, mask_zero=True, name="emb")
enc_seq, enc_f, enc_b = layers.Bidirectional(layers.GRU(48, return_sequences=True, return_state=True))(emb(src_in))
state = layers.Dense(96, activation="tanh")(layers.Concatenate()([enc_f, enc_b]))
dec_seq = layers.GRU(96, return_sequences=True)(emb(tgt_in), initial_state=state)
src_mask = layers.Lambda(lambda s: keras.ops.not_equal(s, 0), output_shape=(MAX_L,))(src_in)
tgt_mask = layers.Lambda(lambda s: keras.ops.not_equal(s, 0))(tgt_in)
ctx = layers.Attention(use_scale=True)([dec_seq, enc_seq], mask=[tgt_mask, src_mask])
logits = layers.Dense(V)(layers.Dense(96, activation="relu")(layers.Concatenate()([dec_seq, ctx])))
model = keras.Model([src_in, tgt_in], logits)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3, global_clipnorm=1.0),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="mean_with_sample_weight"),
    weighted_metrics=["accuracy"],
)


def greedy(ws):
    (src, _), _, _ = arrays(ws)
    out = np.full((len(ws), 1), BOS, "int32")
    for _ in range(MAX_L + 1):
        step = model([src, out], training=False)[:, -1].numpy().argmax(-1).astype("int32")
        out = np.concatenate([out, step[:, None]], axis=1)
    hit = 0
    for row, w in zip(out[:, 1:], ws):
        row = row.tolist()
        hyp = row[: row.index(EOS)] if EOS in row else row
        hit += hyp == sorted(w)
    return hit / len(ws)


class Decode(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(f"   greedy exact match on validation: {greedy(val_w):.3f}")


model.fit(*arrays(train_w)[:2], sample_weight=arrays(train_w)[2], validation_data=arrays(val_w), batch_size=64, epochs=7,
          verbose=2, callbacks=[Decode()])
print(f"test exact match {greedy(test_w):.3f} (guessing: about 0)")
