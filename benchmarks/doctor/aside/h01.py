"""Predict second-hand prices from the text of the advert (regression head, HF Trainer)."""
import argparse
import json

import numpy as np
import torch
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)


class AdvertDataset(torch.utils.data.Dataset):
    def __init__(self, path, tokenizer, scale):
        self.items = []
        with open(path) as f:
            for line in f:
                row = json.loads(line)
                enc = tokenizer(row["text"], truncation=True, max_length=32)
                enc["labels"] = float(row["price"]) / scale
                self.items.append(dict(enc))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/prices")
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--scale", type=float, default=1000.0)
    p.add_argument("--out", default="/tmp/prices_out")
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=1)

    train = AdvertDataset("data/prices/train.jsonl", tokenizer, args.scale)
    valid = AdvertDataset("data/prices/validation.jsonl", tokenizer, args.scale)
    test = AdvertDataset("data/prices/test.jsonl", tokenizer, args.scale)

    def compute_metrics(eval_pred):
        preds, labels = eval_pred
        err = (preds.squeeze(-1) - labels) * args.scale
        return {"rmse": float(np.sqrt(np.mean(err ** 2))), "mae": float(np.abs(err).mean())}

    training_args = TrainingArguments(
        output_dir=args.out,
        learning_rate=args.lr,
        num_train_epochs=args.epochs,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="rmse",
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
    )

    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    result = trainer.evaluate(test, metric_key_prefix="test")
    print(f"test rmse {result['test_rmse']:.1f}  test mae {result['test_mae']:.1f}")


if __name__ == "__main__":
    main()
