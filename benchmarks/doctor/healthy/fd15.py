#!/usr/bin/env python3
"""Names in sentences: a TF token classifier trained in a loop of our own."""
import argparse
import json
from pathlib import Path

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForTokenClassification, set_seed

IGNORE = -100


def read(split, skip=frozenset()):
    with Path("data/tags", f"{split}.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if tuple(row["words"]) not in skip]


def encode(tokenizer, rows, length):
    enc = tokenizer(
        [row["words"] for row in rows],
        is_split_into_words=True,
        padding="max_length",
        truncation=True,
        max_length=length,
    )
    labels = np.full((len(rows), length), IGNORE, dtype=np.int32)
    for i, row in enumerate(rows):
        previous = None
        for j, word in enumerate(enc.word_ids(i)):
            if word is not None and word != previous:
                labels[i, j] = row["tags"][word]  # only a word's first piece carries its tag
            previous = word
    return np.array(enc["input_ids"], np.int32), np.array(enc["attention_mask"], np.int32), labels


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--out", default="out/fd15")
    args = ap.parse_args(argv)
    set_seed(15)

    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
    model = TFAutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)

    train_rows = read("train")
    valid_rows = read("validation", skip=frozenset(tuple(row["words"]) for row in train_rows))
    train_arrays = encode(tokenizer, train_rows, 64)
    valid_arrays = encode(tokenizer, valid_rows, 64)
    train = tf.data.Dataset.from_tensor_slices(train_arrays).shuffle(len(train_rows), seed=15).batch(args.batch)
    valid = tf.data.Dataset.from_tensor_slices(valid_arrays).batch(64)

    steps = args.epochs * int(train.cardinality())
    schedule = tf_keras.optimizers.schedules.PolynomialDecay(args.lr, decay_steps=steps, end_learning_rate=0.0)
    optimizer = tf_keras.optimizers.Adam(schedule)
    mean_loss = tf_keras.metrics.Mean()

    @tf.function
    def train_step(ids, mask, labels):
        with tf.GradientTape() as tape:
            out = model(input_ids=ids, attention_mask=mask, labels=labels, training=True)
            loss = tf.reduce_mean(out.loss)
        grads = tape.gradient(loss, model.trainable_variables)
        grads, _ = tf.clip_by_global_norm(grads, 1.0)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        mean_loss.update_state(loss)

    @tf.function(reduce_retracing=True)
    def predict(ids, mask):
        return tf.argmax(model(input_ids=ids, attention_mask=mask, training=False).logits, axis=-1)

    for epoch in range(args.epochs):
        mean_loss.reset_state()
        for ids, mask, labels in train:
            train_step(ids, mask, labels)

        hit = guessed = real = 0
        for ids, mask, labels in valid:
            guess, truth = predict(ids, mask).numpy(), labels.numpy()
            known = truth != IGNORE
            hit += int(((guess == truth) & (truth > 0) & known).sum())
            guessed += int(((guess > 0) & known).sum())
            real += int((truth > 0).sum())
        f1 = 2 * hit / max(guessed + real, 1)
        print(f"epoch {epoch + 1:2d}  loss {float(mean_loss.result()):.4f}  micro F1 of the names {f1:.3f}")

    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)


if __name__ == "__main__":
    main()
