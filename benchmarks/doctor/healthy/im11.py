"""Multi-label: which kinds of names occur in a sentence? The thresholds are chosen on validation, used on test."""
import json

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

KINDS = [1, 2, 3]
CKPT = "checkpoints/tags"


def read(split):
    out = []
    with open(f"data/tags/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            out.append((" ".join(row["words"]), [float(k in row["tags"]) for k in KINDS]))
    return out


class Sentences(torch.utils.data.Dataset):
    def __init__(self, rows, tokenizer):
        self.enc = tokenizer([t for t, _ in rows], truncation=True)
        self.targets = [y for _, y in rows]

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = self.targets[i]
        return item


class Pad:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, items):
        labels = torch.tensor([it["labels"] for it in items], dtype=torch.float)
        batch = self.tokenizer.pad([{k: v for k, v in it.items() if k != "labels"} for it in items],
                                   return_tensors="pt")
        batch["labels"] = labels
        return batch


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def f1_columns(pred, gold):
    tp = (pred & gold).sum(0)
    return 2 * tp / np.maximum(pred.sum(0) + gold.sum(0), 1)


def metrics(p):
    pred, gold = p.predictions > 0, p.label_ids > 0.5      # a logit above 0 is a probability above one half
    return {"macro_f1": float(f1_columns(pred, gold).mean()), "subset_accuracy": float((pred == gold).all(1).mean())}


def main():
    set_seed(2)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    test = read("test")
    texts = {t for t, _ in test}
    val = [r for r in read("validation") if r[0] not in texts]
    texts |= {t for t, _ in val}
    train = [r for r in read("train") if r[0] not in texts]

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(KINDS), problem_type="multi_label_classification")
    val_set, test_set = Sentences(val, tokenizer), Sentences(test, tokenizer)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/im11", num_train_epochs=30, learning_rate=1.5e-3, warmup_ratio=0.1,
            per_device_train_batch_size=16, per_device_eval_batch_size=64, eval_strategy="epoch",
            save_strategy="epoch", save_total_limit=1, logging_strategy="epoch", load_best_model_at_end=True,
            metric_for_best_model="eval_loss", greater_is_better=False, report_to="none", use_cpu=True),
        train_dataset=Sentences(train, tokenizer),
        eval_dataset=val_set,
        data_collator=Pad(tokenizer),
        compute_metrics=metrics,
    )
    trainer.train()

    v = trainer.predict(val_set)
    prob, gold = sigmoid(v.predictions), v.label_ids > 0.5
    grid = np.linspace(0.1, 0.9, 33)
    scores = np.stack([f1_columns(prob > t, gold) for t in grid])
    thresholds = grid[scores.argmax(0)]
    print("thresholds", thresholds.round(3))

    t = trainer.predict(test_set)
    pred, gold = sigmoid(t.predictions) > thresholds, t.label_ids > 0.5
    for kind, f1 in zip(KINDS, f1_columns(pred, gold)):
        print(f"kind {kind}: test F1 {f1:.3f}")
    print("test, every kind right:", (pred == gold).all(1).mean().round(3))


if __name__ == "__main__":
    main()
