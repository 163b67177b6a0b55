"""Small cells that look at the live objects of chapter 3's first TensorFlow script. Each returns the rows of a table."""

import math

import tensorflow as tf


def halves_of_a_batch(train_set):
    inputs, labels = next(iter(train_set))
    halves = [("inputs", key, inputs[key]) for key in inputs]
    return [
        {"half": half, "key": key, "shape": str(tuple(value.shape))}
        for half, key, value in [*halves, ("labels", "", labels)]
    ]


def without_label_cols(tokenized_datasets, tokenizer, collator):
    batches = tokenized_datasets["train"].to_tf_dataset(
        columns=[*tokenizer.model_input_names, "labels"],
        batch_size=8,
        collate_fn=collator,
    )
    inputs, labels, _ = tf.keras.utils.unpack_x_y_sample_weight(
        next(iter(batches))
    )
    return [{"inputs": ", ".join(inputs), "labels": str(labels)}]


def without_a_collator(tokenized_datasets, tokenizer):
    tokenized_datasets["train"].to_tf_dataset(
        columns=tokenizer.model_input_names,
        label_cols="labels",
        batch_size=8,
    )


def batch_shapes(train_set):
    return [
        {key: str(tuple(inputs[key].shape)) for key in inputs}
        for inputs, _ in train_set.take(4)
    ]


def labels_in_place(eval_set, raw_datasets):
    column = raw_datasets["validation"]["label"]
    yielded = [int(label) for _, batch in eval_set for label in batch]
    in_place = sum(map(int.__eq__, yielded, column))
    return [
        {"examples": len(yielded), "with their own label": in_place}
    ]


def one_batch_through(model, train_set):
    inputs, labels = next(iter(train_set))
    logits = model(inputs).logits
    loss = tf.keras.losses.sparse_categorical_crossentropy(
        labels, logits, from_logits=True
    )
    return [
        {
            "loss": float(tf.reduce_mean(loss)),
            "ln 2": math.log(2),
            "shape of the logits": str(tuple(logits.shape)),
        }
    ]


def rates(schedule, train_set, num_epochs):
    last = num_epochs * len(train_set) - 1
    return [
        {"step": step, "learning rate": float(schedule(step))}
        for step in (0, 1, 2, 3, last // 2, last)
    ]


def count_steps(train_set, num_epochs, num_training_steps):
    return [
        {
            "batches": len(train_set),
            "epochs": num_epochs,
            "steps": num_training_steps,
            "steps, real MRPC": 3 * math.ceil(3668 / 8),
        }
    ]
