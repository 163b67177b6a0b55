"""3-fold cross validation of the price model."""
import argparse
import json

import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/prices")
    p.add_argument("--folds", type=int, default=3)
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--weight-decay", type=float, default=0.01)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def read_rows(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def build_model(name):
    return AutoModelForSequenceClassification.from_pretrained(name, num_labels=1, problem_type="regression")


def build_optimizer(model, args):
    no_decay = ("bias", "LayerNorm.weight", "layer_norm.weight")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)],
         "weight_decay": args.weight_decay},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)],
         "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=args.lr)


def to_dataset(rows, tokenizer, mean, std):
    enc = tokenizer([r["text"] for r in rows], truncation=True, max_length=32)
    labels = [float((r["price"] - mean) / std) for r in rows]
    return Dataset.from_dict({**enc, "labels": labels})


def main():
    args = get_args()
    set_seed(args.seed)
    rows = read_rows("data/prices/train.jsonl")
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    collator = DataCollatorWithPadding(tokenizer)

    model = build_model(args.model)
    print(f"parameters: {sum(p.numel() for p in model.parameters()):,}")

    scores = []
    kfold = KFold(n_splits=args.folds, shuffle=True, random_state=args.seed)
    for fold, (train_idx, test_idx) in enumerate(kfold.split(rows), start=1):
        prices = np.array([rows[i]["price"] for i in train_idx], dtype=float)
        mean, std = prices.mean(), prices.std()
        train_ds = to_dataset([rows[i] for i in train_idx], tokenizer, mean, std)
        test_ds = to_dataset([rows[i] for i in test_idx], tokenizer, mean, std)

        model = build_model(args.model)
        optimizer = build_optimizer(model, args)

        trainer = Trainer(
            model=model,
            args=TrainingArguments(
                output_dir=f"out/prices-cv/fold{fold}",
                num_train_epochs=args.epochs,
                per_device_train_batch_size=16,
                per_device_eval_batch_size=64,
                logging_strategy="no",
                save_strategy="no",
                report_to="none",
                disable_tqdm=True,
                seed=args.seed,
            ),
            train_dataset=train_ds,
            data_collator=collator,
            optimizers=(optimizer, None),
        )
        result = trainer.train()

        pred = trainer.predict(test_ds).predictions.reshape(-1) * std + mean
        true = np.array([rows[i]["price"] for i in test_idx])
        scores.append(r2_score(true, pred))
        print(f"fold {fold}: train loss {result.training_loss:.4f}  R2 {scores[-1]:.3f}  "
              f"MAE {mean_absolute_error(true, pred):.1f}")

    print(f"mean R2 {np.mean(scores):.3f} +- {np.std(scores):.3f}")


if __name__ == "__main__":
    main()
