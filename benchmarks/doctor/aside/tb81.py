import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(42)
checkpoint = "checkpoints/tickets"


def load(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


train_texts, train_labels = load("train")
val_texts, val_labels = load("validation")
test_texts, test_labels = load("test")

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def make_dataset(texts, labels, shuffle=False):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32,
                    return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if shuffle:
        ds = ds.shuffle(len(labels), seed=1)
    return ds.batch(16)


model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(make_dataset(train_texts, train_labels, shuffle=True),
          validation_data=make_dataset(val_texts, val_labels),
          epochs=6, verbose=2)

logits = model.predict(make_dataset(test_texts, test_labels), verbose=0).logits
print("test accuracy:", (logits.argmax(axis=-1) == test_labels).mean())
