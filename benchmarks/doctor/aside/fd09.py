"""Name tagging with TFAutoModelForTokenClassification. Tags: 0 = nothing, 1..3 = kinds of names."""
import json

import numpy as np
import tensorflow as tf
import tf_keras
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForTokenClassification, set_seed

MAX_LEN = 64
N_TAGS = 4

set_seed(9)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
model = TFAutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=N_TAGS)


def load(split):
    return [json.loads(s) for s in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


def encode(rows):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_tensors="np",
    )
    labels = np.full((len(rows), MAX_LEN), -100, dtype=np.int64)
    for i, row in enumerate(rows):
        tags = row["tags"][:MAX_LEN]
        labels[i, : len(tags)] = tags
    features = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    return features, labels


train_rows = load("train")
train_keys = {" ".join(r["words"]) for r in train_rows}
val_rows = [r for r in load("validation") if " ".join(r["words"]) not in train_keys]

x_train, y_train = encode(train_rows)
x_val, y_val = encode(val_rows)

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(train_rows), seed=9)
    .batch(16)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(32)

epochs = 10
lr = tf_keras.optimizers.schedules.PolynomialDecay(1e-3, decay_steps=len(train_ds) * epochs, end_learning_rate=0.0)
model.compile(optimizer=tf_keras.optimizers.Adam(lr))
model.fit(train_ds, validation_data=val_ds, epochs=epochs, verbose=2)

logits = model.predict(val_ds, verbose=0)["logits"]
pred = logits.argmax(-1)
keep = y_val != -100
print("validation accuracy", (pred[keep] == y_val[keep]).mean())
print("macro F1 of the names", f1_score(y_val[keep], pred[keep], labels=[1, 2, 3], average="macro"))
