# Ticket routing: which desk should answer?
import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

MODEL = "checkpoints/tickets"
BATCH = 16


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


tokenizer = AutoTokenizer.from_pretrained(MODEL)


def make_dataset(texts, labels, training=False):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if training:
        ds = ds.shuffle(len(labels), seed=1)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_texts, train_labels = read("train")
val_texts, val_labels = read("validation")
train_ds = make_dataset(train_texts, train_labels, training=True)
val_ds = make_dataset(val_texts, val_labels)

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4, from_pt=True)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=5, verbose=2)

test_texts, test_labels = read("test")
logits = model.predict(make_dataset(test_texts, test_labels), verbose=0).logits
print("test accuracy:", (logits.argmax(-1) == test_labels).mean())
