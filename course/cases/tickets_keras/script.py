"""Send each ticket to its desk: fine-tune a small DistilBERT with Keras."""

import os

# these models are made for Keras 2; set before TensorFlow is imported
os.environ["TF_USE_LEGACY_KERAS"] = "1"

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
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    return raw_datasets.map(tokenize_batch, batched=True)


def name_labels(tokenized_datasets):
    return tokenized_datasets.rename_column("desk_id", "labels")


def fix_seed(seed):
    set_seed(seed)


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer, return_tensors="np")


def make_train_set(datasets, collator):
    return datasets["train"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def make_validation_set(datasets, collator):
    return datasets["validation"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=64,
        shuffle=False,
        collate_fn=collator,
    )


def make_model(checkpoint):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )


def make_optimizer():
    return tf.keras.optimizers.Adam(5e-4)


def make_loss():
    return tf.keras.losses.SparseCategoricalCrossentropy(
        from_logits=True
    )


def compile_model(model, optimizer, loss):
    model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])


def train(model, train_set):
    model.fit(train_set, epochs=5, verbose=2)


def save(model, output):
    model.save_pretrained(output)


def load_trained(output):
    return TFAutoModelForSequenceClassification.from_pretrained(output)


def measure(model, validation_set, datasets):
    logits = model.predict(validation_set, verbose=0).logits
    predictions = np.argmax(logits, axis=-1)
    labels = np.array(datasets["validation"]["labels"])
    accuracy = float((predictions == labels).mean())
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    collator = make_collator(tokenizer)
    train_set = make_train_set(datasets, collator)
    validation_set = make_validation_set(datasets, collator)
    model = make_model(checkpoint)
    optimizer = make_optimizer()
    loss = make_loss()
    compile_model(model, optimizer, loss)
    train(model, train_set)
    save(model, output)
    model = load_trained(output)
    scores = measure(model, validation_set, datasets)
