"""Tag the names in messages: fine-tune a small DistilBERT with the Trainer."""

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def align_labels(word_ids, tags):
    labels = []
    previous = None
    for word in word_ids:
        if word is None or word == previous:
            labels.append(-100)
        else:
            labels.append(tags[word])
        previous = word
    return labels


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, is_split_into_words=True
        )
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)


def fix_seed(seed):
    set_seed(seed)


def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        num_train_epochs=4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def make_collator(tokenizer):
    return DataCollatorForTokenClassification(tokenizer)


def make_model(checkpoint):
    return AutoModelForTokenClassification.from_pretrained(
        checkpoint, num_labels=4
    )


def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        counted = labels != -100
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

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


def main(checkpoint, dataset, output="tags", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer)
    model = make_model(checkpoint)
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
