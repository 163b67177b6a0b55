"""Predict the price of a second-hand ad from its text (regression with the Trainer)."""
import numpy as np
import torch
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          Trainer, TrainingArguments)

MODEL_NAME = "checkpoints/prices"
SCALE = 1000.0          # train on thousands, otherwise the loss is in the millions

torch.manual_seed(0)


def get_data(tokenizer):
    files = {split: f"data/prices/{split}.jsonl" for split in ("train", "validation", "test")}
    dataset = load_dataset("json", data_files=files)

    def tokenize(examples):
        tokens = tokenizer(examples["text"], padding="max_length", truncation=True, max_length=24)
        tokens["label"] = [price / SCALE for price in examples["price"]]
        return tokens

    return dataset.map(tokenize, batched=True, remove_columns=["text", "price"])


def compute_metrics_for_regression(eval_pred):
    predictions, labels = eval_pred
    predictions = predictions * SCALE
    labels = labels * SCALE
    errors = predictions - labels
    mae = np.abs(errors).mean()
    rmse = np.sqrt((errors ** 2).mean())
    r2 = 1 - (errors ** 2).mean() / labels.var()
    return {"mae": float(mae), "rmse": float(rmse), "r2": float(r2)}


def main():
    tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
    dataset = get_data(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(
        MODEL_NAME, num_labels=1, problem_type="regression"
    )

    training_args = TrainingArguments(
        output_dir="out/g02",
        learning_rate=2e-3,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        weight_decay=0.01,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=0,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=dataset["train"],
        eval_dataset=dataset["validation"],
        compute_metrics=compute_metrics_for_regression,
    )
    trainer.train()

    print("\nFinal result on the test set")
    for key, value in trainer.evaluate(dataset["test"]).items():
        print(f"{key:30s} {value:.4f}")


if __name__ == "__main__":
    main()
