# Tickets with fit(); no loss in compile on purpose: the model brings its own.
import argparse
import json
import os

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification


def load(split):
    with open(os.path.join("data/tickets", split + ".jsonl")) as f:
        return {r["text"]: (r["desk_id"], r["desk"]) for r in map(json.loads, f)}


def features(tokenizer, part, max_len):
    enc = tokenizer(list(part), truncation=True, max_length=max_len,
                    padding="max_length", return_tensors="np")
    return {
        "input_ids": enc["input_ids"].astype("int32"),
        "attention_mask": enc["attention_mask"].astype("int32"),
        "labels": np.array([v[0] for v in part.values()], dtype="int32"),
    }


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/tickets")
    ap.add_argument("--out", default="out/hd11")
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--lr", type=float, default=7e-4)
    args = ap.parse_args()
    tf_keras.utils.set_random_seed(2)

    train, valid, test = load("train"), load("validation"), load("test")
    valid = {k: v for k, v in valid.items() if k not in train}
    test = {k: v for k, v in test.items() if k not in train and k not in valid}
    id2label = dict(sorted({v for v in train.values()}))
    label2id = {name: i for i, name in id2label.items()}

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    tr = features(tokenizer, train, 32)
    va = features(tokenizer, valid, 32)
    te = features(tokenizer, test, 32)
    train_ds = tf.data.Dataset.from_tensor_slices(tr).shuffle(len(train)).batch(args.batch)
    valid_ds = tf.data.Dataset.from_tensor_slices(va).batch(64)

    model = TFAutoModelForSequenceClassification.from_pretrained(
        args.model, num_labels=len(id2label), id2label=id2label, label2id=label2id)
    decay = tf_keras.optimizers.schedules.PolynomialDecay(
        args.lr, decay_steps=len(train_ds) * args.epochs, end_learning_rate=0.0)
    model.compile(optimizer=tf_keras.optimizers.AdamW(decay, weight_decay=0.01))
    model.fit(train_ds, validation_data=valid_ds, epochs=args.epochs, verbose=2)

    gold = te.pop("labels")
    pred = model.predict(te, batch_size=64, verbose=0).logits.argmax(axis=-1)
    print(f"test accuracy {np.mean(pred == gold):.3f} ({len(gold)} unseen tickets)")
    os.makedirs(args.out, exist_ok=True)
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)


if __name__ == "__main__":
    main()
