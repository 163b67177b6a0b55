"""Send a ticket to the right desk: TensorFlow, a DistilBERT checkpoint, compile and fit."""
import json
import os

import keras
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, set_seed

CHECKPOINT = "checkpoints/tickets"
OUT = "out/ij07"
MAX_LEN = 32
BATCH = 16
EPOCHS = 6

os.makedirs(OUT, exist_ok=True)
set_seed(4)


def read_split(name):
    with open(f"data/tickets/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read_split("train")
known = {row["text"] for row in train_rows}
valid_rows = [row for row in read_split("validation") if row["text"] not in known]
print(f"{len(train_rows)} tickets to train on, {len(valid_rows)} new ones to validate")

names = {row["desk_id"]: row["desk"] for row in train_rows}
id2label = {i: names[i] for i in sorted(names)}
label2id = {v: k for k, v in id2label.items()}

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def to_dataset(rows, training):
    enc = tokenizer(
        [row["text"] for row in rows],
        truncation=True,
        max_length=MAX_LEN,
        padding="max_length",
        return_tensors="np",
    )
    features = {
        "input_ids": enc["input_ids"].astype(np.int32),
        "attention_mask": enc["attention_mask"].astype(np.int32),
    }
    labels = np.array([row["desk_id"] for row in rows], dtype=np.int32)
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if training:
        ds = ds.shuffle(len(rows), seed=4)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds = to_dataset(train_rows, training=True)
valid_ds = to_dataset(valid_rows, training=False)

model = TFAutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT,
    num_labels=len(id2label),
    id2label=id2label,
    label2id=label2id,
)

steps = EPOCHS * len(train_ds)
schedule = keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=1e-3, decay_steps=steps, end_learning_rate=0.0)
optimizer = keras.optimizers.Adam(learning_rate=schedule, clipnorm=1.0)
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])
history = model.fit(train_ds, validation_data=valid_ds, epochs=EPOCHS, verbose=2)

result = model.evaluate(valid_ds, verbose=0, return_dict=True)
print({k: round(float(v), 3) for k, v in result.items()})
model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
