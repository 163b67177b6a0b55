"""Fine-tune a small DistilBERT (TensorFlow) to route customer tickets to one of four desks.

    python d01.py --epochs 12 --lr 1e-3
"""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"  # transformers' TF classes need Keras 2

import argparse
import json
import logging
from pathlib import Path

import numpy as np
import tensorflow as tf
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    TFAutoModelForSequenceClassification,
    create_optimizer,
    set_seed,
)
from transformers.keras_callbacks import KerasMetricCallback

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s: %(message)s")
log = logging.getLogger("tickets")


def parse_args() -> argparse.Namespace:
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--data", type=Path, default=Path("data/tickets"))
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--weight-decay", type=float, default=0.01)
    p.add_argument("--warmup", type=float, default=0.1, help="share of the steps spent warming up")
    p.add_argument("--max-length", type=int, default=32)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def read_split(path: Path, skip=frozenset()) -> Dataset:
    """Rows of a jsonl file, each text once, without the texts in `skip`."""
    seen = set(skip)
    rows = []
    with path.open(encoding="utf-8") as handle:
        for line in handle:
            row = json.loads(line)
            if row["text"] not in seen:
                seen.add(row["text"])
                rows.append({"text": row["text"], "labels": row["desk_id"], "desk": row["desk"]})
    return Dataset.from_list(rows)


def main() -> None:
    args = parse_args()
    set_seed(args.seed)

    # the templates are few, so the same letter turns up in several files: keep it in one split only
    test = read_split(args.data / "test.jsonl")
    valid = read_split(args.data / "validation.jsonl", skip=set(test["text"]))
    train = read_split(args.data / "train.jsonl", skip=set(test["text"]) | set(valid["text"]))
    log.info("rows: train %d, validation %d, test %d", len(train), len(valid), len(test))

    names = {row["labels"]: row["desk"] for row in train}
    id2label = {i: names[i] for i in sorted(names)}
    label2id = {name: i for i, name in id2label.items()}

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = TFAutoModelForSequenceClassification.from_pretrained(
        args.checkpoint, num_labels=len(id2label), id2label=id2label, label2id=label2id
    )

    def encode(batch):
        return tokenizer(batch["text"], truncation=True, max_length=args.max_length)

    train = train.map(encode, batched=True, remove_columns=["text", "desk"])
    valid = valid.map(encode, batched=True, remove_columns=["text", "desk"])
    test = test.map(encode, batched=True, remove_columns=["text", "desk"])

    collator = DataCollatorWithPadding(tokenizer, return_tensors="np")

    def to_tf(split: Dataset, shuffle: bool) -> tf.data.Dataset:
        return model.prepare_tf_dataset(
            split, batch_size=args.batch_size, shuffle=shuffle, collate_fn=collator, drop_remainder=False
        )

    train_ds, valid_ds, test_ds = to_tf(train, True), to_tf(valid, False), to_tf(test, False)

    steps = args.epochs * len(train_ds)
    optimizer, schedule = create_optimizer(
        init_lr=args.lr,
        num_train_steps=steps,
        num_warmup_steps=int(args.warmup * steps),
        weight_decay_rate=args.weight_decay,
        adam_global_clipnorm=1.0,
    )
    # no loss given: the model's own cross-entropy is used
    model.compile(optimizer=optimizer, metrics=["accuracy"])

    def metrics(eval_predictions):
        logits, labels = eval_predictions
        return {"f1_macro": f1_score(labels, np.argmax(logits, axis=-1), average="macro")}

    model.fit(
        train_ds,
        validation_data=valid_ds,
        epochs=args.epochs,
        callbacks=[KerasMetricCallback(metrics, eval_dataset=valid_ds)],
        verbose=2,
    )

    predictions = np.argmax(model.predict(test_ds, verbose=0).logits, axis=-1)
    truth = np.array(test["labels"])
    for i, name in id2label.items():
        mask = truth == i
        log.info("%-6s n=%3d recall=%.3f", name, mask.sum(), (predictions[mask] == i).mean())
    print(f"test accuracy {accuracy_score(truth, predictions):.4f}  "
          f"macro F1 {f1_score(truth, predictions, average='macro'):.4f}")


if __name__ == "__main__":
    main()
