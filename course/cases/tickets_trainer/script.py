"""Send each ticket to its desk: fine-tune a small DistilBERT with the Trainer."""

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
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.add_tokens(["[ORDER]"])
    return tokenizer


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    return raw_datasets.map(tokenize_batch, batched=True)


def name_labels(tokenized_datasets):
    return tokenized_datasets.rename_column("desk_id", "labels")


def fix_seed(seed):
    set_seed(seed)


def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        num_train_epochs=5,
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


def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(len(tokenizer))
    return model


def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        return {"accuracy": float((predictions == labels).mean())}

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


def measure(trainer):
    results = trainer.evaluate()
    print(f"accuracy: {results['eval_accuracy']:.2f}")
    return {"accuracy": results["eval_accuracy"]}


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer)
    model = make_model(checkpoint, tokenizer)
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
