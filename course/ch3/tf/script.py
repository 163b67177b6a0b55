"""Fine-tune a model on MRPC with `model.fit`: chapter 3's first TensorFlow script, working."""

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
    return load_dataset(dataset, "mrpc")


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize_pairs(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["sentence1"],
            examples["sentence2"],
            truncation=True,
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def fix_seed(seed):
    set_seed(seed)


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer, return_tensors="np")


def make_train_set(tokenized_datasets, tokenizer, collator):
    return tokenized_datasets["train"].to_tf_dataset(
        columns=tokenizer.model_input_names,
        label_cols="labels",
        batch_size=8,
        shuffle=True,
        collate_fn=collator,
    )


def make_eval_set(tokenized_datasets, tokenizer, collator):
    return tokenized_datasets["validation"].to_tf_dataset(
        columns=tokenizer.model_input_names,
        label_cols="labels",
        batch_size=32,
        shuffle=False,
        collate_fn=collator,
    )


def make_model(checkpoint):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=2
    )


def make_schedule(train_set, num_epochs):
    num_training_steps = num_epochs * len(train_set)
    schedule = tf.keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=5e-5,
        decay_steps=num_training_steps,
        end_learning_rate=0.0,
    )
    return schedule, num_training_steps


def make_optimizer(schedule):
    return tf.keras.optimizers.AdamW(schedule, weight_decay=0.01)


def make_loss():
    return tf.keras.losses.SparseCategoricalCrossentropy(
        from_logits=True
    )


def make_metric(metric_name):
    return evaluate.load(metric_name, "mrpc")


def compile_model(model, optimizer, loss_function):
    model.compile(
        optimizer=optimizer, loss=loss_function, metrics=["accuracy"]
    )


def measure_model(model, eval_set, raw_datasets, metric):
    logits = model.predict(eval_set).logits
    return metric.compute(
        predictions=np.argmax(logits, axis=-1),
        references=raw_datasets["validation"]["label"],
    )


def train(model, train_set, eval_set, num_epochs, callbacks):
    fitted = model.fit(
        train_set,
        validation_data=eval_set,
        epochs=num_epochs,
        callbacks=callbacks,
    )
    return [
        {
            "epoch": epoch + 1,
            "training loss": fitted.history["loss"][epoch],
            "validation loss": fitted.history["val_loss"][epoch],
            "accuracy": fitted.history["val_accuracy"][epoch],
        }
        for epoch in fitted.epoch
    ]


def measure_again(model, eval_set, raw_datasets, metric):
    return measure_model(model, eval_set, raw_datasets, metric)


def main(
    checkpoint,
    dataset,
    metric="glue",
    num_epochs=3,
    seed=0,
    callbacks=(),
):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize_pairs(raw_datasets, tokenizer)
    fix_seed(seed)
    collator = make_collator(tokenizer)
    train_set = make_train_set(tokenized_datasets, tokenizer, collator)
    eval_set = make_eval_set(tokenized_datasets, tokenizer, collator)
    model = make_model(checkpoint)
    schedule, num_training_steps = make_schedule(train_set, num_epochs)
    optimizer = make_optimizer(schedule)
    loss_function = make_loss()
    compile_model(model, optimizer, loss_function)
    glue_metric = make_metric(metric)
    untrained = measure_model(
        model, eval_set, raw_datasets, glue_metric
    )
    history = train(model, train_set, eval_set, num_epochs, callbacks)
    scores = measure_again(model, eval_set, raw_datasets, glue_metric)
