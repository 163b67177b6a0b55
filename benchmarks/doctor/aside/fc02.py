"""Route support tickets to a desk: word ids -> embedding -> GRU."""
import collections
import json
import os

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)

MAXLEN = 64
BATCH = 32
os.makedirs("out/fc02", exist_ok=True)


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], [r["desk_id"] for r in rows]


def build_vocab(texts):
    counts = collections.Counter(w for t in texts for w in t.split())
    # 0 is the padding, 1 is for words we have never seen
    word2id = {}
    for i, (word, _) in enumerate(counts.most_common()):
        word2id[word] = i + 2
    return word2id


def encode(texts, word2id):
    out = np.zeros((len(texts), MAXLEN), dtype="int32")
    for row, text in enumerate(texts):
        ids = [word2id.get(w, 1) for w in text.split()][:MAXLEN]
        out[row, : len(ids)] = ids
    return out


train_texts, train_y = read("train")
val_texts, val_y = read("validation")

# some tickets were sent twice, keep only validation texts that are new
seen = set(train_texts)
keep = [i for i, t in enumerate(val_texts) if t not in seen]
val_texts = [val_texts[i] for i in keep]
val_y = np.array([val_y[i] for i in keep])
train_y = np.array(train_y)

word2id = build_vocab(train_texts)
x_train = encode(train_texts, word2id)
x_val = encode(val_texts, word2id)
print(len(word2id), "words,", len(x_train), "train,", len(x_val), "validation")

vocab_size = len(word2id)

model = tf.keras.Sequential(
    [
        tf.keras.Input(shape=(MAXLEN,), dtype="int32"),
        tf.keras.layers.Embedding(vocab_size, 32, mask_zero=True),
        tf.keras.layers.Bidirectional(tf.keras.layers.GRU(24)),
        tf.keras.layers.Dropout(0.3),
        tf.keras.layers.Dense(4, activation="softmax"),
    ]
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(3e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

model.fit(
    x_train,
    train_y,
    validation_data=(x_val, val_y),
    epochs=12,
    batch_size=BATCH,
    callbacks=[
        tf.keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=3, restore_best_weights=True
        )
    ],
    verbose=2,
)
model.save("out/fc02/router.keras")
