# coding: utf-8
# Tickets -> desk, notebook turned into a script

# In [1]:
import json
import numpy as np
from datasets import Dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
import tensorflow as tf

tf.random.set_seed(11)
desks = ["north", "east", "south", "west"]


# In [2]:
def rows(split):
    return [json.loads(l) for l in open("data/tickets/%s.jsonl" % split)]


train_rows = rows("train")
seen = set(r["text"] for r in train_rows)
valid_rows = [r for r in rows("validation") if r["text"] not in seen]


def to_dataset(rs):
    return Dataset.from_dict({"text": [r["text"] for r in rs], "label": [r["desk_id"] for r in rs]})


# In [3]:
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def tok(batch):
    return tokenizer(batch["text"], truncation=True, padding="max_length", max_length=32)


train_ds = to_dataset(train_rows).map(tok, batched=True)
valid_ds = to_dataset(valid_rows).map(tok, batched=True)

# In [4]:
model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=4,
    id2label=dict(enumerate(desks)),
    label2id={d: i for i, d in enumerate(desks)},
)
tf_train = model.prepare_tf_dataset(train_ds, batch_size=16, shuffle=True)
tf_valid = model.prepare_tf_dataset(valid_ds, batch_size=16, shuffle=False)

# In [5]:
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
history = model.fit(tf_train, validation_data=tf_valid, epochs=10, verbose=2)

# In [6]:
logits = model.predict(tf_valid, verbose=0)["logits"]
pred = logits.argmax(axis=-1)
gold = np.array([r["desk_id"] for r in valid_rows])
for i, d in enumerate(desks):
    print(d, "recall", round(float((pred[gold == i] == i).mean()), 3))
print("best val_accuracy", max(history.history["val_accuracy"]))
