#!/usr/bin/env python
"""Route tickets to desks. Keeps the epoch with the best macro F1 and tests that one."""
import argparse
import tempfile
from pathlib import Path

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
from transformers.keras_callbacks import KerasMetricCallback


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tickets")
    p.add_argument("--data", default="data/tickets")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-4)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def compute_metrics(eval_predictions):
    logits, labels = eval_predictions
    return {"f1": f1_score(labels, np.argmax(logits, axis=-1), average="macro")}


def main():
    args = parse_args()
    tf.keras.utils.set_random_seed(args.seed)

    files = {s: f"{args.data}/{s}.jsonl" for s in ("train", "validation", "test")}
    data = load_dataset("json", data_files=files)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    data = data.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
    data = data.rename_column("desk_id", "label").remove_columns(["text", "desk"])

    model = TFAutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)
    sets = {
        s: model.prepare_tf_dataset(
            data[s], batch_size=args.batch_size, shuffle=(s == "train"), tokenizer=tokenizer
        )
        for s in data
    }
    model.compile(optimizer=tf.keras.optimizers.Adam(args.lr))

    with tempfile.TemporaryDirectory() as tmp:
        best = str(Path(tmp) / "best.weights.h5")
        callbacks = [
            KerasMetricCallback(metric_fn=compute_metrics, eval_dataset=sets["validation"]),
            tf.keras.callbacks.ModelCheckpoint(
                best, monitor="f1", save_best_only=True, save_weights_only=True
            ),
        ]
        model.fit(sets["train"], epochs=args.epochs, callbacks=callbacks, verbose=2)
        model.load_weights(best)

    logits = model.predict(sets["test"], verbose=0).logits
    result = compute_metrics((logits, np.array(data["test"]["label"])))
    print(f"test, best epoch: macro F1 {result['f1']:.3f}")


if __name__ == "__main__":
    main()
