"""Dates to code words in Keras: GRU encoder, GRU decoder with attention, teacher forcing, greedy decoding by hand."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import json

import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(2024)
PAD, START, END, UNK = 0, 1, 2, 3


class Words:
    def __init__(self, lines):
        self.words = ["<pad>", "<start>", "<end>", "<unk>"] + sorted({w for line in lines for w in line.split()})
        self.index = {w: i for i, w in enumerate(self.words)}

    def __len__(self):
        return len(self.words)

    def ids(self, line):
        return [self.index.get(w, UNK) for w in line.split()]

    def text(self, ids):
        return " ".join(self.words[i] for i in ids)


def read(split):
    rows = [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]
    return [(r["date"], r["code"]) for r in rows]


val, test = read("validation"), read("test")
held = {d for d, _ in val + test}
train = [p for p in read("train") if p[0] not in held]
src, tgt = Words(d for d, _ in train), Words(c for _, c in train)
S, T = 5, 5


def arrays(pairs):
    fill = lambda rows, n: np.array([(r + [PAD] * n)[:n] for r in rows])
    x = fill([src.ids(d) for d, _ in pairs], S)
    answer = [tgt.ids(c) for _, c in pairs]
    given = fill([[START] + a for a in answer], T)  # what the decoder has said so far ...
    wanted = fill([a + [END] for a in answer], T)  # ... and what it should say next
    return (x, given), wanted


def build(dim=48):
    x, g = keras.Input((S,), dtype="int32"), keras.Input((T,), dtype="int32")
    e = layers.Embedding(len(src), dim)(x)
    states = layers.Bidirectional(layers.GRU(dim // 2, return_sequences=True))(e)
    summary = layers.Dense(dim, activation="tanh")(layers.Flatten()(states))
    d = layers.GRU(dim, return_sequences=True)(layers.Embedding(len(tgt), dim)(g), initial_state=summary)
    real = layers.Lambda(lambda t: ops.not_equal(t, PAD), output_shape=(S,))(x)
    context = layers.Attention(use_scale=True)([d, states, e], mask=[None, real])  # query, value, key
    return keras.Model([x, g], layers.Dense(len(tgt))(layers.Concatenate()([d, context])))


def masked_loss(y, logits):
    keep = ops.cast(ops.not_equal(y, PAD), "float32")
    ce = keras.losses.sparse_categorical_crossentropy(y, logits, from_logits=True)
    return ops.sum(ce * keep) / ops.sum(keep)


def decode(model, x):
    said = np.full((len(x), 1), START)
    for _ in range(T):
        given = np.pad(said, ((0, 0), (0, max(0, T - said.shape[1]))))[:, :T]
        logits = ops.convert_to_numpy(model([x, given], training=False))
        said = np.concatenate([said, logits[:, said.shape[1] - 1].argmax(-1)[:, None]], 1)
    out = []
    for row in said[:, 1:].tolist():
        out.append(tgt.text(row[:row.index(END)] if END in row else row))
    return out


def exact(model, pairs):
    return float(np.mean([a == c for a, (_, c) in zip(decode(model, arrays(pairs)[0][0]), pairs)]))


model = build()
model.compile(keras.optimizers.Adam(8e-3, global_clipnorm=1.0), loss=masked_loss)
(x, g), y = arrays(train)
lower = keras.callbacks.LearningRateScheduler(lambda epoch, lr: lr if epoch < 20 else lr * 0.9)
model.fit([x, g], y, batch_size=32, epochs=35, callbacks=[lower], verbose=0,
          validation_data=arrays(val))
h = model.history.history
for e in range(4, 35, 5):
    print(f"epoch {e + 1}: loss {h['loss'][e]:.3f}, validation {h['val_loss'][e]:.3f}")
for (d, c), s in list(zip(test, decode(model, arrays(test[:3])[0][0]))):
    print(f"   {d:26} {s:24} {c}")
print(f"exact match: validation {exact(model, val):.3f}, test {exact(model, test):.3f}")
