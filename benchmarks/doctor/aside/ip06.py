import json
import os
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification
import tensorflow as tf
import tf_keras

ROOT = Path("data/tickets")
MODEL = "checkpoints/tickets"
OUT = Path("out/ip06")
OUT.mkdir(parents=True, exist_ok=True)
tf_keras.utils.set_random_seed(42)

DESKS = ["north", "east", "south", "west"]


def load(name):
    rows = [json.loads(s) for s in (ROOT / f"{name}.jsonl").read_text().splitlines()]
    texts = [r["text"] for r in rows]
    labels = np.array([r["desk_id"] for r in rows])
    return texts, labels


def without(texts, labels, known):
    keep = [i for i, t in enumerate(texts) if t not in known]
    return [texts[i] for i in keep], labels[keep]


train_texts, train_labels = load("train")
val_texts, val_labels = without(*load("validation"), known=set(train_texts))
test_texts, test_labels = without(*load("test"), known=set(train_texts) | set(val_texts))

tok = AutoTokenizer.from_pretrained(MODEL)


def encode(texts):
    # everything that names the product stands in the first sentence
    return dict(tok(texts, truncation=True, max_length=32, padding="max_length", return_tensors="np"))


def pick(enc):
    return {k: enc[k] for k in ("input_ids", "attention_mask")}


train_x, val_x, test_x = (pick(encode(t)) for t in (train_texts, val_texts, test_texts))

model = TFDistilBertForSequenceClassification.from_pretrained(
    MODEL,
    num_labels=len(DESKS),
    id2label=dict(enumerate(DESKS)),
    label2id={d: i for i, d in enumerate(DESKS)},
)
model.compile(
    optimizer=tf_keras.optimizers.Adam(learning_rate=5e-4),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

history = model.fit(
    train_x,
    train_labels,
    validation_data=(val_x, val_labels),
    batch_size=16,
    epochs=8,
    verbose=2,
)

logits = model.predict(test_x, batch_size=64, verbose=0).logits
pred = logits.argmax(-1)
print("test accuracy", float((pred == test_labels).mean()))
for i, desk in enumerate(DESKS):
    mine = test_labels == i
    print(f"  {desk:6s} recall {float((pred[mine] == i).mean()):.3f} of {int(mine.sum())}")
model.save_pretrained(OUT)
