# Names in short sentences: TFDistilBert for tokens, first the new head alone, then everything.
import json

import numpy as np
import tensorflow as tf
import tf_keras
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

tf_keras.utils.set_random_seed(12)
CKPT, BATCH = "checkpoints/tags", 16


def read(split, skip=frozenset()):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if " ".join(r["words"]) not in skip]


sentences = lambda rows: {" ".join(r["words"]) for r in rows}
test_rows = read("test")
val_rows = read("validation", sentences(test_rows))
train_rows = read("train", sentences(test_rows) | sentences(val_rows))
print(len(train_rows), len(val_rows), len(test_rows), "sentences")

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(rows):
    enc = tok([r["words"] for r in rows], is_split_into_words=True, truncation=True,
              padding="max_length", max_length=64, return_tensors="np")
    labels = np.full(enc["input_ids"].shape, -100, dtype=np.int64)
    for i, row in enumerate(rows):
        seen = set()
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w not in seen:  # special, padded and following pieces stay at -100
                labels[i, j] = row["tags"][w]
                seen.add(w)
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, labels


train, val, test = encode(train_rows), encode(val_rows), encode(test_rows)


def dataset(part, shuffle=False):
    features, labels = part
    # with the labels among the inputs the model's own loss is used, which leaves -100 out
    ds = tf.data.Dataset.from_tensor_slices({**features, "labels": labels})
    if shuffle:
        ds = ds.shuffle(len(labels))
    return ds.batch(BATCH if shuffle else 64)


def f1(model, part):
    features, labels = part
    guess = model.predict(dict(features), batch_size=64, verbose=0).logits.argmax(-1)
    keep = labels != -100
    return f1_score(labels[keep], guess[keep], labels=[1, 2, 3], average="micro", zero_division=0)


train_ds, val_ds = dataset(train, shuffle=True), dataset(val)
model = TFAutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)

# stage 1: only the new classification layer
model.distilbert.trainable = False
model.compile(optimizer=tf_keras.optimizers.Adam(5e-3))
model.fit(train_ds, validation_data=val_ds, epochs=2, verbose=2)
print(f"head only: validation F1 {f1(model, val):.3f}")

# stage 2: everything; compiled again so that the change counts, with a fresh optimizer and a lower rate
STAGE2 = 14
model.distilbert.trainable = True
rate = tf_keras.optimizers.schedules.PolynomialDecay(1e-3, decay_steps=STAGE2 * len(train_ds), end_learning_rate=0.0)
model.compile(optimizer=tf_keras.optimizers.Adam(rate, clipnorm=1.0))
model.fit(train_ds, validation_data=val_ds, epochs=STAGE2, verbose=2,
          callbacks=[tf_keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)])

print(f"all layers: validation F1 {f1(model, val):.3f}")
print(f"test F1 {f1(model, test):.3f}")
