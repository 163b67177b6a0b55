import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import argparse
import json

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSeq2SeqLM


def parse_args():
    p = argparse.ArgumentParser(description="translate dates into their spoken code")
    p.add_argument("--model", default="checkpoints/dates")
    p.add_argument("--data", default="data/dates")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--bs", type=int, default=16)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--max_src", type=int, default=8)
    p.add_argument("--max_tgt", type=int, default=6)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def make_features(rows, tok, args):
    src = tok([r["date"] for r in rows], max_length=args.max_src, truncation=True,
              padding="max_length", return_tensors="np")
    tgt = tok(text_target=[r["code"] for r in rows], max_length=args.max_tgt, truncation=True,
              padding="max_length", return_tensors="np")
    labels = np.where(tgt["attention_mask"] == 1, tgt["input_ids"], -100)
    return {
        "input_ids": src["input_ids"].astype("int32"),
        "attention_mask": src["attention_mask"].astype("int32"),
        "labels": labels.astype("int32"),
    }


def exact_match(model, tok, rows, args):
    enc = tok([r["date"] for r in rows], max_length=args.max_src, truncation=True,
              padding=True, return_tensors="tf")
    out = model.generate(enc["input_ids"], attention_mask=enc["attention_mask"],
                         max_new_tokens=args.max_tgt, num_beams=1, do_sample=False)
    guesses = tok.batch_decode(out, skip_special_tokens=True)
    for r, g in list(zip(rows, guesses))[:5]:
        print(f"  {r['date']:<28} want {r['code']:<20} got {g}")
    return np.mean([g.strip() == r["code"] for g, r in zip(guesses, rows)])


def main():
    args = parse_args()
    tf_keras.utils.set_random_seed(args.seed)
    tok = AutoTokenizer.from_pretrained(args.model)
    model = TFAutoModelForSeq2SeqLM.from_pretrained(args.model)

    train_rows = read_jsonl(f"{args.data}/train.jsonl")
    val_rows = read_jsonl(f"{args.data}/validation.jsonl")
    test_rows = read_jsonl(f"{args.data}/test.jsonl")

    train_set = (
        tf.data.Dataset.from_tensor_slices(make_features(train_rows, tok, args))
        .shuffle(len(train_rows), seed=args.seed)
        .batch(args.bs, drop_remainder=True)
        .prefetch(2)
    )
    val_set = (
        tf.data.Dataset.from_tensor_slices(make_features(val_rows, tok, args))
        .batch(args.bs)
        .cache()
        .prefetch(2)
    )

    steps = len(train_set) * args.epochs
    schedule = tf_keras.optimizers.schedules.PolynomialDecay(args.lr, steps, end_learning_rate=0.0)
    model.compile(optimizer=tf_keras.optimizers.Adam(schedule))
    model.fit(train_set, validation_data=val_set, epochs=args.epochs, verbose=2)

    print("test exact match: %.3f" % exact_match(model, tok, test_rows, args))


if __name__ == "__main__":
    main()
