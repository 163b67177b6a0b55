"""Route support tickets to a desk with early stopping.

usage: python yg03.py --epochs 20 --patience 3
"""
import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
)


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tickets")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--patience", type=int, default=3)
    parser.add_argument("--output_dir", default="out/yg03")
    return parser.parse_args()


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "f1": f1_score(labels, preds, average="macro"),
    }


def main():
    args = parse_args()
    data = load_dataset(
        "json",
        data_files={s: f"data/tickets/{s}.jsonl" for s in ["train", "validation", "test"]},
    )
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    data = data.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
    data = data.rename_column("desk_id", "labels").remove_columns(["text", "desk"])

    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)

    training_args = TrainingArguments(
        output_dir=args.output_dir,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        greater_is_better=True,
        save_total_limit=2,
        report_to="none",
    )

    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=args.patience)],
    )
    trainer.train()
    print("best f1:", trainer.state.best_metric)
    print("test:", trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
