"""Seq2seq from scratch: dates to codes with a GRU encoder, dot attention and teacher forcing; masks by hand."""
import json
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(54)
pairs = {s: [(r["date"].split(), r["code"].split()) for r in map(json.loads, open(f"data/dates/{s}.jsonl"))]
         for s in ("train", "validation", "test")}
PAD, BOS, EOS, UNK = range(4)
vocabulary = lambda seqs: {w: i + 4 for i, w in enumerate(sorted({w for s in seqs for w in s}))}
src_vocab = vocabulary(a for a, _ in pairs["train"])
tgt_vocab = vocabulary(b for _, b in pairs["train"])
words = {i: w for w, i in tgt_vocab.items()}
S, T = 5, 4


def arrays(rows):
    src = np.full((len(rows), S), PAD)
    dec_in, dec_out = np.full((len(rows), T), PAD), np.full((len(rows), T), PAD)
    for i, (a, b) in enumerate(rows):
        ids = [src_vocab.get(w, UNK) for w in a]
        src[i, :len(ids)] = ids
        out = [tgt_vocab.get(w, UNK) for w in b] + [EOS]
        dec_out[i, :len(out)] = out
        dec_in[i, :len(out)] = [BOS] + out[:-1]
    return (src, dec_in), dec_out


class Seq2Seq(keras.Model):
    def __init__(self, d=64):
        super().__init__()
        self.src_emb = layers.Embedding(len(src_vocab) + 4, d)
        self.tgt_emb = layers.Embedding(len(tgt_vocab) + 4, d)
        self.encoder = layers.Bidirectional(layers.GRU(d, return_sequences=True))
        self.bridge = layers.Dense(d, activation="tanh")
        self.keys = layers.Dense(d)
        self.decoder = layers.GRU(d, return_sequences=True)
        self.out = layers.Dense(len(tgt_vocab) + 4)

    def call(self, inputs, training=False):
        src, dec = inputs
        mask = ops.not_equal(src, PAD)
        m = ops.expand_dims(ops.cast(mask, "float32"), -1)
        enc = self.encoder(self.src_emb(src), mask=mask) * m
        first = self.bridge(ops.sum(enc, 1) / ops.sum(m, 1))
        h = self.decoder(self.tgt_emb(dec), initial_state=first)
        k = self.keys(enc)
        scores = ops.einsum("btd,bsd->bts", h, k) / 8.0
        scores = scores + (1.0 - ops.transpose(m, (0, 2, 1))) * -1e9
        context = ops.einsum("bts,bsd->btd", ops.softmax(scores, -1), k)
        return self.out(ops.concatenate([h, context], -1))


def masked_loss(y, logits):
    w = ops.cast(ops.not_equal(y, PAD), "float32")
    each = keras.losses.sparse_categorical_crossentropy(y, logits, from_logits=True)
    return ops.sum(each * w) / ops.sum(w)


def greedy(model, src):
    """One symbol after the other, from what the model itself has said."""
    dec = np.full((len(src), T), PAD)
    dec[:, 0] = BOS
    said = np.full((len(src), T), PAD)
    for t in range(T):
        said[:, t] = np.argmax(model.predict_on_batch((src, dec))[:, t], -1)
        if t + 1 < T:
            dec[:, t + 1] = said[:, t]
    result = []
    for row in said:
        row = list(row)
        row = row[:row.index(EOS)] if EOS in row else row
        result.append([words.get(i, "?") for i in row])
    return result


(xs, xd), y = arrays(pairs["train"])
(vs, vd), vy = arrays(pairs["validation"])
model = Seq2Seq()
model.compile(optimizer=keras.optimizers.Adam(5e-3, global_clipnorm=1.0), loss=masked_loss)
log = model.fit((xs, xd), y, validation_data=((vs, vd), vy), batch_size=32, epochs=24, verbose=0,
                callbacks=[keras.callbacks.ReduceLROnPlateau(patience=2, factor=0.5)]).history
for e in range(0, 24, 4):
    print(f"epoch {e} loss {log['loss'][e]:.4f} val {log['val_loss'][e]:.4f}")
guess = greedy(model, arrays(pairs["test"])[0][0])
print("test exact match: %.3f" % np.mean([g == b for g, (_, b) in zip(guess, pairs["test"])]))
print(guess[:3], [b for _, b in pairs["test"][:3]])
