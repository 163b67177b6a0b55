"""Ask the tiny BERT which words are names: token classification."""
import json
import os

import numpy as np
import tensorflow as tf
from keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

CHECKPOINT = "checkpoints/tags"
OUT_DIR = "out/hd07"
MAX_LEN = 32


def read_split(split):
    with open(f"data/tags/{split}.jsonl") as handle:
        rows = [json.loads(line) for line in handle]
    return {tuple(r["words"]): r["tags"] for r in rows}


def encode(tokenizer, rows):
    words = [list(w) for w in rows]
    enc = tokenizer(words, is_split_into_words=True, truncation=True, max_length=MAX_LEN,
                    padding="max_length")
    labels = []
    for i, tags in enumerate(rows.values()):
        previous, row = None, []
        for w in enc.word_ids(i):
            row.append(-100 if w is None or w == previous else tags[w])
            previous = w
        labels.append(row)
    return {
        "input_ids": np.array(enc["input_ids"], dtype="int32"),
        "attention_mask": np.array(enc["attention_mask"], dtype="int32"),
        "labels": np.array(labels, dtype="int32"),
    }


def main():
    os.makedirs(OUT_DIR, exist_ok=True)
    tf.random.set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    train, valid = read_split("train"), read_split("validation")
    valid = {w: t for w, t in valid.items() if w not in train}
    train_x, valid_x = encode(tokenizer, train), encode(tokenizer, valid)

    model = TFAutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=4)
    model.compile(optimizer=Adam(learning_rate=5e-4))
    train_ds = tf.data.Dataset.from_tensor_slices(train_x).shuffle(len(train)).batch(16)
    valid_ds = tf.data.Dataset.from_tensor_slices(valid_x).batch(32)
    model.fit(train_ds, validation_data=valid_ds, epochs=8, verbose=2)

    labels = valid_x.pop("labels")
    pred = model.predict(valid_x, batch_size=32, verbose=0).logits.argmax(-1)
    real = labels != -100
    print("token accuracy", float((pred == labels)[real].mean()))
    model.save_pretrained(OUT_DIR)


if __name__ == "__main__":
    main()
