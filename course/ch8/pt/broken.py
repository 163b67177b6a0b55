"""The wrong cells of chapter 8's PyTorch script: the same names and parameters as in script.py."""

import evaluate
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    TrainingArguments,
)


def make_arguments(output, steps, seed):
    return TrainingArguments(
        output,
        evaluation_strategy="epoch",
        save_strategy="no",
        learning_rate=5e-5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        max_steps=steps,
        logging_steps=1,
        report_to="none",
        seed=seed,
    )


def load_data(dataset):
    raw_datasets = load_dataset(dataset, "mnli")
    return raw_datasets.rename_column("label", "gold_label")


def prepare_sets(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["premise"], examples["hypothesis"], truncation=True
        )

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    return (
        raw_datasets["train"],
        raw_datasets["validation_matched"],
    )


def make_collator(tokenizer):
    return None


def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint
    )


def make_metrics(metric):
    accuracy = evaluate.load(metric, "mnli")

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        return accuracy.compute(
            predictions=predictions, references=labels
        )

    return compute_metrics
