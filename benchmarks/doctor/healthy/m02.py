"""Ticket routing: train only the classification head on top of a frozen encoder, as a first baseline."""
import argparse
import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from sklearn.metrics import accuracy_score, confusion_matrix
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

DESKS = ["north", "east", "south", "west"]


def parse_args():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--data", type=Path, default=Path("data/tickets"))
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--max-length", type=int, default=32)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def load(path):
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


def make_dataset(tokenizer, texts, labels, args, training):
    enc = tokenizer(
        texts,
        truncation=True,
        padding="max_length",
        max_length=args.max_length,
        return_tensors="np",
    )
    features = {k: enc[k] for k in ("input_ids", "attention_mask")}
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if training:
        ds = ds.shuffle(len(labels), seed=args.seed)
    return ds.batch(args.batch_size).prefetch(tf.data.AUTOTUNE)


def build_model(args):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        args.checkpoint,
        num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )
    model.distilbert.trainable = False
    model.compile(
        optimizer=tf.keras.optimizers.Adam(args.lr),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


def main():
    args = parse_args()
    tf.keras.utils.set_random_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)

    train_texts, train_labels = load(args.data / "train.jsonl")
    val_texts, val_labels = load(args.data / "validation.jsonl")
    test_texts, test_labels = load(args.data / "test.jsonl")

    train_ds = make_dataset(tokenizer, train_texts, train_labels, args, training=True)
    val_ds = make_dataset(tokenizer, val_texts, val_labels, args, training=False)
    test_ds = make_dataset(tokenizer, test_texts, test_labels, args, training=False)

    model = build_model(args)
    model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)

    logits = model.predict(test_ds, verbose=0).logits
    predicted = logits.argmax(axis=-1)
    print("confusion matrix (rows: true desk)")
    print(confusion_matrix(test_labels, predicted))
    print(f"test accuracy: {accuracy_score(test_labels, predicted):.3f}")


if __name__ == "__main__":
    main()
