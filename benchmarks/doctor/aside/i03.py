# Seq2seq: written dates -> secret code words.  Encoder-decoder GRU in plain Keras.
import json
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(1)

def load(split):
    rows = [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]
    return [r["date"] for r in rows], [r["code"] for r in rows]

src_train, tgt_train = load("train")
src_val, tgt_val = load("validation")
src_test, tgt_test = load("test")

START, END = "[start]", "[end]"
tgt_train = [f"{START} {t} {END}" for t in tgt_train]
tgt_val = [f"{START} {t} {END}" for t in tgt_val]

def build_vocab(texts):
    words = sorted({w for t in texts for w in t.split()})
    return {w: i + 2 for i, w in enumerate(words)}        # 0 = pad, 1 = unknown

src_vocab, tgt_vocab = build_vocab(src_train), build_vocab(tgt_train)
tgt_words = {i: w for w, i in tgt_vocab.items()}

def vectorize(texts, vocab, length):
    out = np.zeros((len(texts), length), dtype="int32")
    for r, t in enumerate(texts):
        ids = [vocab.get(w, 1) for w in t.split()][:length]
        out[r, : len(ids)] = ids
    return out

SRC_LEN, TGT_LEN = 6, 6
enc_train = vectorize(src_train, src_vocab, SRC_LEN)
enc_val = vectorize(src_val, src_vocab, SRC_LEN)

def decoder_arrays(texts):
    full = vectorize(texts, tgt_vocab, TGT_LEN)
    dec_in = full[:, :-1]
    dec_out = full[:, :-1]
    return dec_in, dec_out

dec_in_train, dec_out_train = decoder_arrays(tgt_train)
dec_in_val, dec_out_val = decoder_arrays(tgt_val)

DIM = 96
enc_inputs = keras.Input((SRC_LEN,), dtype="int32", name="encoder_inputs")
x = layers.Embedding(len(src_vocab) + 2, DIM, mask_zero=True)(enc_inputs)
enc_seq, state = layers.GRU(DIM, return_sequences=True, return_state=True)(x)

dec_inputs = keras.Input((None,), dtype="int32", name="decoder_inputs")
y = layers.Embedding(len(tgt_vocab) + 2, DIM, mask_zero=True)(dec_inputs)
y = layers.GRU(DIM, return_sequences=True)(y, initial_state=state)
context = layers.Attention()([y, enc_seq])
y = layers.Concatenate()([y, context])
outputs = layers.Dense(len(tgt_vocab) + 2, activation="softmax")(y)
model = keras.Model([enc_inputs, dec_inputs], outputs)

model.compile(keras.optimizers.Adam(3e-3), "sparse_categorical_crossentropy",
              weighted_metrics=["accuracy"])
model.fit(
    [enc_train, dec_in_train], dec_out_train,
    sample_weight=(dec_out_train != 0).astype("float32"),
    validation_data=([enc_val, dec_in_val], dec_out_val, (dec_out_val != 0).astype("float32")),
    batch_size=32, epochs=25, verbose=2,
)

def translate(texts):
    enc = vectorize(texts, src_vocab, SRC_LEN)
    dec = np.full((len(texts), 1), tgt_vocab[START], dtype="int32")
    for _ in range(TGT_LEN - 1):
        probs = model([enc, dec], training=False).numpy()
        dec = np.concatenate([dec, probs[:, -1].argmax(-1)[:, None].astype("int32")], axis=1)
    result = []
    for row in dec[:, 1:]:
        words = []
        for i in row:
            w = tgt_words.get(int(i), "")
            if w == END:
                break
            words.append(w)
        result.append(" ".join(words).strip())
    return result

guesses = translate(src_test)
for s, g, t in list(zip(src_test, guesses, tgt_test))[:5]:
    print(f"{s!r:32} -> {g!r:28} expected {t!r}")
print("exact match on test:", np.mean([g == t for g, t in zip(guesses, tgt_test)]))
