"""Small cells that look at the live objects of chapter 8's TensorFlow script. Each returns the rows of a table."""

import math

import numpy as np
import tensorflow as tf


def columns(tokenized_datasets):
    features = tokenized_datasets["train"].features
    return [
        {"column": name, "type": str(feature)}
        for name, feature in features.items()
    ]


def row_lengths(tokenized_datasets):
    rows = tokenized_datasets["train"].select(range(5))
    return [
        {"row": place, "tokens": len(row["input_ids"])}
        for place, row in enumerate(rows)
    ]


def one_batch(train_set):
    batch = next(iter(train_set))
    return [
        {
            "key": key,
            "shape": str(tuple(value.shape)),
            "dtype": value.dtype.name,
        }
        for key, value in batch.items()
    ]


def what_keras_unpacks(train_set):
    x, y, sample_weight = tf.keras.utils.unpack_x_y_sample_weight(
        next(iter(train_set))
    )
    return [
        {
            "x": ", ".join(x),
            "y": str(y),
            "sample_weight": str(sample_weight),
        }
    ]


def gradients_of_logits(make_model, checkpoint, model, train_set):
    batch = next(iter(train_set))
    logits = make_model(checkpoint)(batch).logits
    correct = tf.keras.losses.SparseCategoricalCrossentropy(
        from_logits=True, reduction="none"
    )
    with tf.GradientTape() as tape:
        tape.watch(logits)
        # from the string Keras makes a loss with every default
        as_compiled = tf.keras.losses.get(model.loss)(
            batch["labels"], logits
        )
    gradients = tape.gradient(as_compiled, logits)
    return [
        {
            "label": int(label),
            "logits": " ".join(f"{logit:.2f}" for logit in row),
            "loss as compiled": float(compiled),
            "loss from logits": float(true),
            "gradient": float(tf.norm(gradient)),
        }
        for label, row, compiled, true, gradient in zip(
            batch["labels"],
            logits,
            as_compiled,
            correct(batch["labels"], logits),
            gradients,
        )
    ]


def rows_with_nan(make_model, checkpoint, train_set):
    batch = next(iter(train_set))
    output = make_model(checkpoint)(batch)
    return [
        {
            "label": int(label),
            "logits": " ".join(f"{logit:.2f}" for logit in logits),
            "loss": float(loss),
        }
        for label, logits, loss in zip(
            batch["labels"], output.logits, output.loss
        )
    ]


def weights_with_nan(model):
    weights = [weight.numpy() for weight in model.trainable_weights]
    spoilt = sum(bool(np.isnan(weight).any()) for weight in weights)
    return [{"weight tensors": len(weights), "with nan": spoilt}]


def number_of_labels(model, raw_datasets):
    label = raw_datasets["train"].features["label"]
    return [
        {
            "model.config.num_labels": model.config.num_labels,
            "labels in the data": label.num_classes,
        }
    ]


def optimizer_settings(model):
    settings = model.optimizer.get_config()
    return [
        {
            "optimizer": settings["name"],
            "learning_rate": float(settings["learning_rate"]),
        }
    ]


def decoded_rows(raw_datasets, tokenizer, train_set):
    batch = next(iter(train_set))
    names = raw_datasets["train"].features["label"].names
    return [
        {
            "text": tokenizer.decode(ids, skip_special_tokens=False),
            "label": names[int(label)],
        }
        for ids, label in zip(
            batch["input_ids"].numpy()[:3], batch["labels"][:3]
        )
    ]


def first_loss(model, train_set):
    loss = model(next(iter(train_set))).loss
    return [
        {
            "loss of a fresh model": float(tf.reduce_mean(loss)),
            "ln 3": math.log(3),
        }
    ]


def row_beside_others(model, tokenized_datasets, columns, collator):
    rows = [tokenized_datasets["train"][place] for place in range(16)]
    rows = [{key: row[key] for key in columns} for row in rows]
    short, *_, long = sorted(
        rows, key=lambda row: len(row["input_ids"])
    )
    seen = []
    for batch in (collator([short]), collator([short, long])):
        inputs = {key: tf.constant(batch[key]) for key in columns}
        seen.append(model(inputs).logits[0].numpy())
    return [
        {
            "the short row": place,
            "logits": " ".join(f"{logit:.5f}" for logit in logits),
            "difference": float(abs(logits - seen[0]).max()),
        }
        for place, logits in zip(("by itself", "padded"), seen)
    ]


def decoded_examples(raw_datasets):
    names = raw_datasets["train"].features["label"].names
    rows = raw_datasets["train"].select(range(3))
    return [
        {
            "premise": row["premise"],
            "hypothesis": row["hypothesis"],
            "label": names[row["label"]],
        }
        for row in rows
    ]
