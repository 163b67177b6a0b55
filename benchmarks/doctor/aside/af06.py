import argparse
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForTokenClassification


def read_split(folder, split):
    return [json.loads(l) for l in open(f"{folder}/{split}.jsonl")]


def encode(rows, tokenizer, max_length):
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, padding="max_length",
                    truncation=True, max_length=max_length, return_tensors="np")
    labels = np.full(enc["input_ids"].shape, -100, dtype="int64")
    for i, r in enumerate(rows):
        previous = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != previous:
                labels[i, j] = r["tags"][w]
            previous = w
    return dict(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]), labels


def token_loss(labels, logits):
    per_token = tf.keras.losses.sparse_categorical_crossentropy(labels, logits, from_logits=True)
    return tf.reduce_mean(per_token)


def evaluate(model, ds):
    right = total = ent_right = ent_total = 0
    for x, y in ds:
        y = y.numpy()
        pred = tf.argmax(model(x, training=False).logits, -1).numpy()
        keep = y != -100
        right += (pred == y)[keep].sum()
        total += keep.sum()
        ent_right += (pred == y)[y > 0].sum()
        ent_total += (y > 0).sum()
    return right / total, ent_right / ent_total


def main(args):
    tf.keras.utils.set_random_seed(args.seed)
    tok = AutoTokenizer.from_pretrained(args.model)
    model = TFAutoModelForTokenClassification.from_pretrained(args.model, num_labels=4)
    train = tf.data.Dataset.from_tensor_slices(encode(read_split(args.data, "train"), tok, args.max_length))
    train = train.shuffle(480, seed=args.seed).batch(args.batch_size)
    dev = tf.data.Dataset.from_tensor_slices(encode(read_split(args.data, "validation"), tok, args.max_length))
    dev = dev.batch(32)
    optimizer = tf.keras.optimizers.Adam(args.lr)

    def train_batch(x, y):
        with tf.GradientTape() as tape:
            loss = token_loss(y, model(x, training=True).logits)
        grads = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(grads, model.trainable_weights))
        return loss

    train_batch = tf.function(train_batch)
    for epoch in range(args.epochs):
        losses = [float(train_batch(x, y)) for x, y in train]
        acc, ent = evaluate(model, dev)
        print(f"epoch {epoch} loss {np.mean(losses):.4f} dev token acc {acc:.4f} dev entity acc {ent:.4f}")


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/tags")
    ap.add_argument("--data", default="data/tags")
    ap.add_argument("--max_length", type=int, default=48)
    ap.add_argument("--batch_size", type=int, default=16)
    ap.add_argument("--epochs", type=int, default=5)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--seed", type=int, default=13)
    main(ap.parse_args())
