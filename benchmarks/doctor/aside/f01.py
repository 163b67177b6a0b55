# Fine-tune a small DistilBERT on the support tickets (4 desks) with Keras
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(42)

CKPT = "checkpoints/tickets"
EPOCHS = 8
BATCH = 32


def read(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


x_train, y_train = read("train")
x_val, y_val = read("validation")
x_test, y_test = read("test")

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(texts):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32, return_tensors="np")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


train_ds = (
    tf.data.Dataset.from_tensor_slices((encode(x_train), y_train))
    .shuffle(len(y_train), seed=42)
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((encode(x_val), y_val)).batch(64)
test_ds = tf.data.Dataset.from_tensor_slices((encode(x_test), y_test)).batch(64)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.4f}  test accuracy {acc:.4f}")
