"""Tell the price of used things: fine-tune a small DistilBERT for regression."""

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
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    return raw_datasets.map(tokenize_batch, batched=True)


def make_labels(tokenized_datasets):
    def scale(row):
        return {"labels": row["price"] / 100}

    return tokenized_datasets.map(scale)


def fix_seed(seed):
    set_seed(seed)


def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=10,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)


def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=1
    )


def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        differences = np.abs(outputs[:, 0] - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )


def train(trainer):
    trainer.train()


def measure(trainer, validation_set):
    outputs = trainer.predict(validation_set).predictions.reshape(-1)
    print("labels:", validation_set["labels"][:5])
    print("outputs:", outputs[:5].round(1).tolist())
    results = trainer.evaluate()
    print(f"near the price: {results['eval_near']:.2f}")
    return {"near": results["eval_near"]}


def main(checkpoint, dataset, output="prices", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = make_labels(tokenized_datasets)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer)
    model = make_model(checkpoint)
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer, datasets["validation"])
