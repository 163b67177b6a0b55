import argparse
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import precision_recall_fscore_support
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          EarlyStoppingCallback, Trainer, TrainingArguments)

LABELS = ["O", "RIVER", "TOWN", "PERSON"]
IGNORE = -100


def read(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def load(folder):
    """A sentence belongs to the last of train, validation, test in which it occurs."""
    rows = {s: read(f"{folder}/{s}.jsonl") for s in ("train", "validation", "test")}
    seen = set()
    for split in ("test", "validation", "train"):
        rows[split] = [r for r in rows[split] if tuple(r["words"]) not in seen]
        seen |= {tuple(r["words"]) for r in rows[split]}
    return {k: Dataset.from_list(v) for k, v in rows.items()}


def aligner(tok, max_length):
    def align(batch):
        enc = tok(batch["words"], is_split_into_words=True, truncation=True, max_length=max_length)
        labels = []
        for k, tags in enumerate(batch["tags"]):
            before, out = None, []
            for w in enc.word_ids(k):
                # the word's first piece carries its tag, the other pieces and [CLS]/[SEP] carry none
                out.append(IGNORE if w is None or w == before else tags[w])
                before = w
            labels.append(out)
        enc["labels"] = labels
        return enc
    return align


def score(p):
    keep = p.label_ids != IGNORE
    truth, guess = p.label_ids[keep], p.predictions[keep]
    pr, re, f1, _ = precision_recall_fscore_support(truth, guess, labels=[1, 2, 3], average="micro", zero_division=0)
    return {"precision": pr, "recall": re, "f1": f1, "word_accuracy": float((truth == guess).mean())}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--checkpoint", default="checkpoints/tags")
    ap.add_argument("--data", default="data/tags")
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--lr", type=float, default=1e-3)
    a = ap.parse_args()

    tok = AutoTokenizer.from_pretrained(a.checkpoint)
    data = load(a.data)
    data = {k: v.map(aligner(tok, 64), batched=True, remove_columns=v.column_names) for k, v in data.items()}

    def model_init():
        return AutoModelForTokenClassification.from_pretrained(
            a.checkpoint, num_labels=len(LABELS), id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)})

    args = TrainingArguments(
        output_dir="out/gh17", num_train_epochs=a.epochs, learning_rate=a.lr, lr_scheduler_type="linear", warmup_steps=30,
        per_device_train_batch_size=16, per_device_eval_batch_size=80, weight_decay=0.01, label_smoothing_factor=0.05,
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=2, load_best_model_at_end=True,
        metric_for_best_model="f1", group_by_length=True, logging_steps=50, report_to="none", use_cpu=True, seed=1)
    trainer = Trainer(
        args=args, model_init=model_init, train_dataset=data["train"], eval_dataset=data["validation"], processing_class=tok,
        data_collator=DataCollatorForTokenClassification(tok), compute_metrics=score,
        preprocess_logits_for_metrics=lambda logits, labels: logits.argmax(-1),
        callbacks=[EarlyStoppingCallback(early_stopping_patience=6)])
    trainer.train()
    out = trainer.predict(data["test"], metric_key_prefix="test")
    print({k: round(float(v), 4) for k, v in out.metrics.items()})
    assert np.isfinite(out.metrics["test_loss"])


if __name__ == "__main__":
    main()
