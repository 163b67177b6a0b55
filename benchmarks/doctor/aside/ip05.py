"""Fine-tune the ticket classifier (TensorFlow)."""
import json
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
import tensorflow as tf
from keras.optimizers import Adam

CKPT = "checkpoints/tickets"
DATA = "data/tickets"
OUT = "out/ip05"
MAX_LEN = 32
BATCH = 16
EPOCHS = 6


def read(split):
    with open(f"{DATA}/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def to_dataset(rows, tokenizer, training):
    enc = tokenizer(
        [r["text"] for r in rows],
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_tensors="np",
    )
    features = {
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
    }
    labels = np.array([r["desk_id"] for r in rows], dtype="int64")
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if training:
        ds = ds.shuffle(len(rows), seed=5)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def main():
    os.makedirs(OUT, exist_ok=True)
    tf.random.set_seed(5)

    train_rows = read("train")
    seen = {r["text"] for r in train_rows}
    # some tickets were filed twice
    val_rows = [r for r in read("validation") if r["text"] not in seen]
    print(len(train_rows), "train rows,", len(val_rows), "validation rows")

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)

    train_ds = to_dataset(train_rows, tokenizer, training=True)
    val_ds = to_dataset(val_rows, tokenizer, training=False)

    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=Adam(learning_rate=1e-3), loss=loss, metrics=["accuracy"])
    model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

    model.save_pretrained(OUT)
    tokenizer.save_pretrained(OUT)


if __name__ == "__main__":
    main()
