"""Dates to code words, encoder-decoder with GRUs (functional API)."""
import json
import os

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(17)
os.makedirs("out/fc08", exist_ok=True)
PAD, BOS, EOS, UNK = 0, 1, 2, 3
DIM = 96


def load(name):
    with open(f"data/dates/{name}.jsonl") as fh:
        rows = [json.loads(line) for line in fh]
    return [r["date"].split() for r in rows], [r["code"].split() for r in rows]


def vocab(sents):
    return {w: i + 4 for i, w in enumerate(sorted({w for s in sents for w in s}))}


def to_ids(sents, v, length, frame=False):
    a = np.full((len(sents), length), PAD, dtype="int32")
    for i, s in enumerate(sents):
        ids = [v.get(w, UNK) for w in s]
        if frame:
            ids = [BOS] + ids + [EOS]
        a[i, : len(ids)] = ids
    return a


src_tr, tgt_tr = load("train")
src_va, tgt_va = load("validation")
known = {tuple(s) for s in src_tr}
new = [i for i, s in enumerate(src_va) if tuple(s) not in known]
src_va, tgt_va = [src_va[i] for i in new], [tgt_va[i] for i in new]

v_in, v_out = vocab(src_tr), vocab(tgt_tr)
L_IN = max(len(s) for s in src_tr + src_va)
L_OUT = max(len(s) for s in tgt_tr + tgt_va) + 2

enc_tr, enc_va = to_ids(src_tr, v_in, L_IN), to_ids(src_va, v_in, L_IN)
full_tr = to_ids(tgt_tr, v_out, L_OUT, frame=True)
full_va = to_ids(tgt_va, v_out, L_OUT, frame=True)


def pairs(full):
    """What the decoder reads, and what it has to say."""
    return full[:, 1:], full[:, 1:]


dec_tr, lab_tr = pairs(full_tr)
dec_va, lab_va = pairs(full_va)

enc_in = keras.Input((L_IN,), dtype="int32", name="enc")
dec_in = keras.Input((None,), dtype="int32", name="dec")
h = layers.Embedding(len(v_in) + 4, DIM, mask_zero=True)(enc_in)
_, state = layers.GRU(DIM, return_state=True)(h)
g = layers.Embedding(len(v_out) + 4, DIM)(dec_in)
g = layers.GRU(DIM, return_sequences=True)(g, initial_state=state)
logits = layers.Dense(len(v_out) + 4)(g)
model = keras.Model([enc_in, dec_in], logits)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=PAD),
)
model.fit(
    [enc_tr, dec_tr],
    lab_tr,
    validation_data=([enc_va, dec_va], lab_va),
    batch_size=32,
    epochs=30,
    verbose=2,
)


def greedy(enc):
    ids = np.full((len(enc), 1), BOS, dtype="int32")
    for _ in range(L_OUT - 1):
        step = model([tf.constant(enc), tf.constant(ids)], training=False)
        nxt = np.argmax(step.numpy()[:, -1], axis=-1).astype("int32")
        ids = np.concatenate([ids, nxt[:, None]], axis=1)
    return ids[:, 1:]


def words(row):
    row = list(row)
    return row[: row.index(EOS)] if EOS in row else row


said = greedy(enc_va)
hits = np.mean([words(a) == words(b) for a, b in zip(said, lab_va)])
print(f"whole codes right: {hits:.3f}")
model.save("out/fc08/dates.keras")
