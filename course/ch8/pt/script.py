"""Fine-tune DistilBERT on MNLI with the Trainer: chapter 8's script, working."""

import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset, "mnli")


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def prepare_sets(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["premise"], examples["hypothesis"], truncation=True
        )

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    return (
        tokenized_datasets["train"],
        tokenized_datasets["validation_matched"],
    )


def fix_seed(seed):
    set_seed(seed)


def make_arguments(output, steps, seed):
    return TrainingArguments(
        output,
        eval_strategy="epoch",
        save_strategy="no",
        learning_rate=5e-5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        max_steps=steps,
        logging_steps=1,
        report_to="none",
        seed=seed,
    )


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)


def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=3
    )


def make_metrics(metric):
    accuracy = evaluate.load(metric, "mnli")

    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        return accuracy.compute(
            predictions=np.argmax(logits, axis=-1), references=labels
        )

    return compute_metrics


def make_trainer(
    model,
    arguments,
    train_set,
    validation_set,
    collator,
    compute_metrics,
    callbacks,
):
    return Trainer(
        model,
        arguments,
        train_dataset=train_set,
        eval_dataset=validation_set,
        data_collator=collator,
        compute_metrics=compute_metrics,
        callbacks=callbacks,
    )


def train(trainer):
    trainer.train()


def measure_accuracy(trainer):
    return {"accuracy": trainer.evaluate()["eval_accuracy"]}


def main(
    checkpoint,
    dataset,
    metric="glue",
    output="distilbert-mnli",
    steps=200,
    seed=0,
    callbacks=None,
):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    train_set, validation_set = prepare_sets(raw_datasets, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(output, steps, seed)
    collator = make_collator(tokenizer)
    model = make_model(checkpoint)
    compute_metrics = make_metrics(metric)
    trainer = make_trainer(
        model,
        arguments,
        train_set,
        validation_set,
        collator,
        compute_metrics,
        callbacks,
    )
    train(trainer)
    scores = measure_accuracy(trainer)
