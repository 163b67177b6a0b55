"""The wrong cells of chapter 3's first TensorFlow script: the same names and parameters as in script.py."""

import tensorflow as tf


def make_eval_set(tokenized_datasets, tokenizer, collator):
    return tokenized_datasets["validation"].to_tf_dataset(
        columns=tokenizer.model_input_names,
        label_cols="labels",
        batch_size=32,
        shuffle=True,
        collate_fn=collator,
    )


def make_schedule(train_set, num_epochs):
    num_training_steps = num_epochs
    schedule = tf.keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=5e-5,
        decay_steps=num_training_steps,
        end_learning_rate=0.0,
    )
    return schedule, num_training_steps


def make_metric(metric_name):
    from datasets import load_metric

    return load_metric(metric_name, "mrpc")
