"""Dates to code words with a Keras encoder-decoder (GRU and attention), decoded greedily."""
import json

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(3)

DIM = 96
EPOCHS = 25
BATCH_SIZE = 32
MAX_OUT = 8


def load_pairs(split):
    with open(f"data/dates/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(x) for x in f]
    source = [r["date"] for r in rows]
    target = ["<start> " + r["code"] + " <end>" for r in rows]
    return source, target


src_train, tgt_train = load_pairs("train")
src_val, tgt_val = load_pairs("validation")
src_test, tgt_test = load_pairs("test")

src_vec = layers.TextVectorization(standardize=None, output_mode="int")
tgt_vec = layers.TextVectorization(standardize=None, output_mode="int", output_sequence_length=MAX_OUT)
src_vec.adapt(src_train)
tgt_vec.adapt(tgt_train)
tgt_words = tgt_vec.get_vocabulary()
START, END = tgt_words.index("<start>"), tgt_words.index("<end>")
print("vocabularies:", src_vec.vocabulary_size(), tgt_vec.vocabulary_size())


def format_pair(source, target):
    src_ids = src_vec(source)
    tgt_ids = tgt_vec(target)
    labels = tgt_ids[:, 1:]
    weights = tf.cast(labels != 0, tf.float32)
    return (src_ids, tgt_ids[:, :-1]), labels, weights


def make_dataset(source, target, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((source, target))
    if shuffle:
        ds = ds.shuffle(len(source))
    return ds.batch(BATCH_SIZE).map(format_pair).prefetch(tf.data.AUTOTUNE)


train_ds = make_dataset(src_train, tgt_train, shuffle=True)
val_ds = make_dataset(src_val, tgt_val)

# ---- model
enc_in = layers.Input(shape=(None,), dtype="int64", name="source")
x = layers.Embedding(src_vec.vocabulary_size(), DIM, mask_zero=True)(enc_in)
enc_out, forward, backward = layers.Bidirectional(layers.GRU(DIM // 2, return_sequences=True, return_state=True))(x)
state = layers.Concatenate()([forward, backward])

dec_in = layers.Input(shape=(None,), dtype="int64", name="target")
y = layers.Embedding(tgt_vec.vocabulary_size(), DIM, mask_zero=True)(dec_in)
y = layers.GRU(DIM, return_sequences=True)(y, initial_state=state)
context = layers.Attention()([y, enc_out])
y = layers.Dropout(0.2)(layers.Concatenate()([y, context]))
logits = layers.Dense(tgt_vec.vocabulary_size())(y)

model = tf.keras.Model([enc_in, dec_in], logits)
model.compile(
    optimizer=tf.keras.optimizers.Adam(3e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    weighted_metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)


# ---- greedy decoding
def translate(sources):
    src_ids = src_vec(sources)
    out = np.full((len(sources), 1), START, dtype="int64")
    for _ in range(MAX_OUT - 1):
        step = model([src_ids, out], training=False)[:, -1]
        out = np.concatenate([out, np.argmax(step, axis=-1)[:, None]], axis=1)
    texts = []
    for row in out[:, 1:]:
        words = []
        for i in row:
            if i == END:
                break
            words.append(tgt_words[i])
        texts.append(" ".join(words))
    return texts


gold = [t.replace("<start> ", "").replace(" <end>", "") for t in tgt_test]
guess = translate(src_test)
exact = np.mean([g == p for g, p in zip(gold, guess)])
print(f"exact match on the test set: {exact:.3f}")
for s, g, p in list(zip(src_test, gold, guess))[:4]:
    print(f"{s:28s} | {g:24s} | {p}")
