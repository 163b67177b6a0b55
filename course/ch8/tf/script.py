"""Fine-tune DistilBERT on MNLI with Keras: chapter 8's script, working."""

import os

# these models are made for Keras 2; set before TensorFlow is imported
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import evaluate
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    TFAutoModelForSequenceClassification,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset, "mnli")


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["premise"], examples["hypothesis"], truncation=True
        )

    return raw_datasets.map(tokenize_batch, batched=True).rename_column(
        "label", "labels"
    )


def fix_seed(seed):
    set_seed(seed)


def choose_columns(tokenizer):
    return [*tokenizer.model_input_names, "labels"]


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer, return_tensors="np")


def make_train_set(tokenized_datasets, columns, collator):
    return tokenized_datasets["train"].to_tf_dataset(
        columns=columns,
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def make_validation_set(tokenized_datasets, columns, collator):
    return tokenized_datasets["validation_matched"].to_tf_dataset(
        columns=columns,
        batch_size=64,
        shuffle=False,
        collate_fn=collator,
    )


def make_optimizer():
    return tf.keras.optimizers.Adam(5e-5)


def make_model(checkpoint):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=3
    )


def compile_model(model, optimizer):
    model.compile(optimizer=optimizer)


def train(model, train_set, steps, callbacks):
    model.fit(
        train_set.repeat(), steps_per_epoch=steps, callbacks=callbacks
    )


def measure_accuracy(model, validation_set, tokenized_datasets, metric):
    logits = model.predict(validation_set).logits
    labels = tokenized_datasets["validation_matched"]["labels"]
    return evaluate.load(metric, "mnli").compute(
        predictions=np.argmax(logits, axis=-1), references=labels
    )


def main(
    checkpoint,
    dataset,
    metric="glue",
    steps=150,
    seed=0,
    callbacks=None,
):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    fix_seed(seed)
    columns = choose_columns(tokenizer)
    collator = make_collator(tokenizer)
    train_set = make_train_set(tokenized_datasets, columns, collator)
    validation_set = make_validation_set(
        tokenized_datasets, columns, collator
    )
    optimizer = make_optimizer()
    model = make_model(checkpoint)
    compile_model(model, optimizer)
    train(model, train_set, steps, callbacks)
    scores = measure_accuracy(
        model, validation_set, tokenized_datasets, metric
    )
