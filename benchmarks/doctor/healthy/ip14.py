"""Which desk gets the ticket? TensorFlow fine-tuning with the model's own loss."""
import json
import os
import random

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
import tensorflow as tf
import tf_keras

CKPT, DATA, OUT = "checkpoints/tickets", "data/tickets", "out/ip14"
DESKS = ["north", "east", "south", "west"]
MAX_LEN, BATCH, EPOCHS, PEAK = 32, 16, 12, 1e-3


class WarmupLinear(tf_keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        super().__init__()
        self.peak, self.warmup, self.total = peak, warmup, total

    def __call__(self, step):
        s = tf.cast(step, tf.float32)
        up = (s + 1.0) / self.warmup
        down = (self.total - s) / (self.total - self.warmup)
        return self.peak * tf.maximum(0.0, tf.minimum(up, down))

    def get_config(self):
        return {"peak": self.peak, "warmup": self.warmup, "total": self.total}


def read(split, known=()):
    with open(os.path.join(DATA, f"{split}.jsonl"), encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["text"] not in known]


def features(rows, tok):
    enc = tok(
        [r["text"] for r in rows],
        truncation=True,
        max_length=MAX_LEN,
        padding="max_length",
        return_tensors="np",
    )
    return {
        "input_ids": enc["input_ids"].astype("int32"),
        "attention_mask": enc["attention_mask"].astype("int32"),
        "labels": np.array([r["desk_id"] for r in rows], dtype="int32"),
    }


def main():
    os.makedirs(OUT, exist_ok=True)
    random.seed(8)
    tf_keras.utils.set_random_seed(8)

    train = read("train")
    train_texts = {r["text"] for r in train}
    val = read("validation", known=train_texts)
    test = read("test", known=train_texts | {r["text"] for r in val})
    print(f"{len(train)} train, {len(val)} validation, {len(test)} test tickets")

    tok = AutoTokenizer.from_pretrained(CKPT)
    model = TFAutoModelForSequenceClassification.from_pretrained(
        CKPT,
        num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )

    train_ds = tf.data.Dataset.from_tensor_slices(features(train, tok)).shuffle(len(train), seed=8).batch(BATCH)
    val_ds = tf.data.Dataset.from_tensor_slices(features(val, tok)).batch(64)

    total = EPOCHS * int(train_ds.cardinality())
    optimizer = tf_keras.optimizers.Adam(WarmupLinear(PEAK, total // 10, total), clipnorm=1.0)
    # no loss given: the labels are in the inputs and the model computes it
    model.compile(optimizer=optimizer, metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="acc")])
    model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

    model.save_pretrained(OUT)
    tok.save_pretrained(OUT)

    # the test set is looked at once, with what was written to disk
    again = TFAutoModelForSequenceClassification.from_pretrained(OUT)
    feats = features(test, tok)
    truth = feats.pop("labels")
    hits = []
    for start in range(0, len(truth), 64):
        chunk = {k: tf.constant(v[start : start + 64]) for k, v in feats.items()}
        logits = again(chunk, training=False).logits
        hits.extend(np.argmax(logits.numpy(), axis=-1) == truth[start : start + 64])
    print(f"test accuracy {np.mean(hits):.3f} on {len(hits)} unseen tickets")


if __name__ == "__main__":
    main()
