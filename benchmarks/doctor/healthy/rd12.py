import argparse

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer,
                          TrainingArguments, default_data_collator, set_seed)


def load(path, tokenizer, mean, std):
    df = pd.read_json(path, lines=True)
    enc = tokenizer(df["text"].tolist(), padding="max_length", max_length=24, truncation=True)
    return Dataset.from_dict(
        {
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": ((df["price"] - mean) / std).astype("float32").tolist(),
        }
    )


def build_metrics(std):
    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        error = predictions.reshape(-1) - labels.reshape(-1)
        return {
            "rmse": float(np.sqrt((error ** 2).mean()) * std),
            "r2": float(1 - (error ** 2).sum() / ((labels - labels.mean()) ** 2).sum()),
        }

    return compute_metrics


def main(args):
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    prices = pd.read_json("data/prices/train.jsonl", lines=True)["price"]
    mean, std = prices.mean(), prices.std()
    train = load("data/prices/train.jsonl", tokenizer, mean, std)
    valid = load("data/prices/validation.jsonl", tokenizer, mean, std)

    model = AutoModelForSequenceClassification.from_pretrained(
        args.model, num_labels=1, problem_type="regression"
    )
    training_args = TrainingArguments(
        output_dir="out/rd12",
        num_train_epochs=args.epochs,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        learning_rate=args.lr,
        warmup_steps=10,
        weight_decay=0.01,
        logging_steps=15,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=default_data_collator,
        compute_metrics=build_metrics(std),
    )
    trainer.train()
    result = trainer.evaluate()
    print(f"rmse {result['eval_rmse']:.1f}   r2 {result['eval_r2']:.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/prices")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
