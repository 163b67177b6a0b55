"""Route support tickets to a desk. The training split is made lopsided on purpose, and class weights repair it."""
import argparse
import json
from collections import Counter

import numpy as np
import torch
from torch import nn
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

DESKS = ["north", "east", "south", "west"]


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--keep-north", type=float, default=0.3, help="share of desk north left in the training split")
    p.add_argument("--seed", type=int, default=11)
    return p.parse_args()


def rows(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class Encoded(torch.utils.data.Dataset):
    def __init__(self, items, tok):
        # The product is named in the first dozen words: what is cut off at 32 is small talk.
        self.enc = tok([r["text"] for r in items], truncation=True, max_length=32)
        self.y = [r["desk_id"] for r in items]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {k: v[i] for k, v in self.enc.items()} | {"labels": self.y[i]}


class WeightedTrainer(Trainer):
    def __init__(self, *a, class_weights, **kw):
        super().__init__(*a, **kw)
        self.criterion = nn.CrossEntropyLoss(weight=class_weights)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        out = model(**{k: v for k, v in inputs.items() if k != "labels"})
        loss = self.criterion(out.logits, labels)
        return (loss, out) if return_outputs else loss


def balanced(pred):
    guess = pred.predictions.argmax(-1)
    recalls = [(guess[pred.label_ids == c] == c).mean() for c in range(len(DESKS))]
    return {"accuracy": (guess == pred.label_ids).mean(), "balanced": float(np.mean(recalls))}


def main():
    args = parse()
    set_seed(args.seed)
    valid, test = rows("validation"), rows("test")
    seen_elsewhere = {r["text"] for r in valid + test}
    train = [r for r in rows("train") if r["text"] not in seen_elsewhere]
    rng = np.random.default_rng(args.seed)
    train = [r for r in train if r["desk"] != "north" or rng.random() < args.keep_north]

    n = Counter(r["desk_id"] for r in train)
    weights = torch.tensor([len(train) / (len(DESKS) * n[c]) for c in range(len(DESKS))], dtype=torch.float)
    print("train rows per desk", dict(n), "weights", weights.tolist())

    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/tickets",
        num_labels=4,
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )
    trainer = WeightedTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="runs/r01",
            learning_rate=args.lr,
            num_train_epochs=args.epochs,
            per_device_train_batch_size=args.batch,
            per_device_eval_batch_size=80,
            warmup_ratio=0.1,
            weight_decay=0.01,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            save_only_model=True,
            load_best_model_at_end=True,
            metric_for_best_model="balanced",
            logging_strategy="epoch",
            report_to="none",
            disable_tqdm=True,
            seed=args.seed,
        ),
        train_dataset=Encoded(train, tok),
        eval_dataset=Encoded(valid, tok),
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=balanced,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
        class_weights=weights,
    )
    trainer.train()
    print("test", trainer.evaluate(Encoded(test, tok), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
