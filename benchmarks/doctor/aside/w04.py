import json

import numpy as np
import tensorflow as tf
import tf_keras as keras
from transformers import AutoTokenizer, TFDistilBertForTokenClassification

MODEL = "checkpoints/tags"
MAX_LEN = 40
LABELS = ["O", "CITY", "RIVER", "HILL"]
keras.utils.set_random_seed(3)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train, valid = read("train"), read("validation")
tok = AutoTokenizer.from_pretrained(MODEL)


def encode(rows):
    enc = tok(
        [r["words"] for r in rows],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=MAX_LEN,
    )
    labels = np.full((len(rows), MAX_LEN), -100, dtype="int32")
    for i, r in enumerate(rows):
        tags = r["tags"][:MAX_LEN]
        labels[i, : len(tags)] = tags
    return enc, labels


train_enc, train_labels = encode(train)
valid_enc, valid_labels = encode(valid)

train_ds = tf.data.Dataset.from_tensor_slices((dict(train_enc), train_labels))
train_ds = train_ds.shuffle(1000, seed=3).batch(16)
valid_ds = tf.data.Dataset.from_tensor_slices((dict(valid_enc), valid_labels)).batch(32)

model = TFDistilBertForTokenClassification.from_pretrained(MODEL, num_labels=len(LABELS))
model.compile(optimizer=keras.optimizers.Adam(1e-3))
model.fit(train_ds, validation_data=valid_ds, epochs=8, verbose=2)

# score per word: the prediction at a word's first piece counts
logits = model.predict(valid_ds, verbose=0).logits
pred = logits.argmax(-1)
right = names = 0
for i, r in enumerate(valid):
    ids = valid_enc.word_ids(i)
    for w, tag in enumerate(r["tags"]):
        if tag != 0 and w in ids:
            names += 1
            right += pred[i, ids.index(w)] == tag
print(f"names tagged correctly: {right}/{names} = {right / names:.3f}")

for i in range(3):
    ids = valid_enc.word_ids(i)
    print(" ".join(f"{w}/{LABELS[pred[i, ids.index(k)]]}" for k, w in enumerate(valid[i]["words"]) if k in ids))
