"""Ticket routing, TensorFlow flavour. The notebook of 2021 as a script, on the current TensorFlow."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

MODEL_DIR = "checkpoints/tickets"
MAX_LEN = 32
BATCH = 16
EPOCHS = 4

keras.utils.set_random_seed(1)


def read_split(name, skip=()):
    with open(f"data/tickets/{name}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    rows = [r for r in rows if r["text"] not in skip]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows], dtype="int32")


train_texts, train_labels = read_split("train")
valid_texts, valid_labels = read_split("validation", skip=set(train_texts))

tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)


def to_dataset(texts, labels, shuffle):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices(
        ({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, labels)
    )
    if shuffle:
        ds = ds.shuffle(len(texts), seed=1)
    return ds.batch(BATCH)


train_ds = to_dataset(train_texts, train_labels, shuffle=True)
valid_ds = to_dataset(valid_texts, valid_labels, shuffle=False)

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL_DIR, num_labels=4)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=5e-4),
    metrics=["accuracy"],
)
history = model.fit(train_ds, validation_data=valid_ds, epochs=EPOCHS, verbose=2)
print("best val accuracy:", max(history.history["val_accuracy"]))
