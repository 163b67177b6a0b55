"""Named-entity tagger: DistilBERT + Keras fit on the word/tag jsonl files."""
import argparse
import json
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForTokenClassification


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tags")
    p.add_argument("--data_dir", default="data/tags")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--max_length", type=int, default=48)
    p.add_argument("--seed", type=int, default=7)
    return p.parse_args()


def load_rows(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def align(enc, all_tags):
    """First piece of a word carries its tag; everything else is ignored."""
    labels = np.full(enc["input_ids"].shape, -100, dtype=np.int64)
    for i, tags in enumerate(all_tags):
        previous = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != previous:
                labels[i, j] = tags[w]
            previous = w
    return labels


def make_split(rows, tokenizer, max_length):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=max_length,
        return_tensors="np",
    )
    labels = align(enc, [r["tags"] for r in rows])
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, labels


def macro_f1(y_true, y_pred, classes):
    scores = []
    for c in classes:
        tp = np.sum((y_true == c) & (y_pred == c))
        fp = np.sum((y_true != c) & (y_pred == c))
        fn = np.sum((y_true == c) & (y_pred != c))
        scores.append(2 * tp / max(2 * tp + fp + fn, 1))
    return float(np.mean(scores))


def main():
    args = parse_args()
    tf.keras.utils.set_random_seed(args.seed)

    rows = {s: load_rows(os.path.join(args.data_dir, f"{s}.jsonl")) for s in ("train", "validation", "test")}
    n_tags = 1 + max(t for r in rows["train"] for t in r["tags"])
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    splits = {s: make_split(r, tokenizer, args.max_length) for s, r in rows.items()}

    train = tf.data.Dataset.from_tensor_slices(splits["train"]).shuffle(1000).batch(args.batch_size)
    val = tf.data.Dataset.from_tensor_slices(splits["validation"]).batch(64)

    model = TFAutoModelForTokenClassification.from_pretrained(args.checkpoint, num_labels=n_tags)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(args.lr),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    model.fit(train, validation_data=val, epochs=args.epochs, verbose=2)

    x_test, y_test = splits["test"]
    logits = model.predict(tf.data.Dataset.from_tensor_slices(x_test).batch(64), verbose=0).logits
    mask = y_test != -100
    y, p = y_test[mask], logits.argmax(-1)[mask]
    print("test token accuracy:", round(float((y == p).mean()), 4))
    print("test macro F1 over entity tags:", round(macro_f1(y, p, range(1, n_tags)), 4))


if __name__ == "__main__":
    main()
