"""Small cells that look at the live objects of chapter 8's TensorFlow script. Each returns the rows of a table."""

import math

import numpy as np
import tensorflow as tf


def list_columns(tokenized_datasets):
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
        {"key": key, "shape": str(tuple(tensor.shape))}
        for key, tensor in batch.items()
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
    labels = batch["labels"]
    logits = make_model(checkpoint)(batch).logits
    loss = model.hf_compute_loss
    if isinstance(model.loss, str):
        # from a string, Keras makes a loss with every default
        loss = tf.keras.losses.get(model.loss)
    with tf.GradientTape() as tape:
        tape.watch(logits)
        losses = loss(labels, logits)
    dead = tape.gradient(losses, logits).numpy() == 0
    correct = tf.keras.losses.sparse_categorical_crossentropy(
        labels, logits, from_logits=True
    )
    return [
        {
            "label": int(labels[row]),
            "logits": " ".join(f"{logit:.2f}" for logit in logits[row]),
            "loss as compiled": float(losses[row]),
            "loss from logits": float(correct[row]),
            "logits without gradient": int(dead[row].sum()),
        }
        for row in range(len(dead))
    ]


def rows_with_nan(make_model, checkpoint, train_set):
    model, labels, finite, spoilt = make_model(checkpoint), [], [], []
    for batch in train_set.take(4):
        output = model(batch)
        labels.extend(batch["labels"].numpy())
        finite.extend(np.isfinite(output.logits).all(axis=1))
        spoilt.extend(np.isnan(output.loss))
    table = []
    for label in range(3):
        rows = np.equal(labels, label)
        counts = (
            rows.sum(),
            np.sum(rows & finite),
            np.sum(rows & spoilt),
        )
        names = "examples", "with finite logits", "with a loss of nan"
        table.append(
            {"label": label, **dict(zip(names, map(int, counts)))}
        )
    return table


def weights_with_nan(model):
    weights = [weight.numpy() for weight in model.trainable_weights]
    spoilt = sum(bool(np.isnan(weight).any()) for weight in weights)
    return [{"weight tensors": len(weights), "with nan": spoilt}]


def number_of_labels(model, raw_datasets):
    expected = model.config.num_labels
    names = raw_datasets["train"].features["label"].names
    return [
        {"model.config.num_labels": expected, "in the data": len(names)}
    ]


def optimizer_settings(model):
    settings = model.optimizer.get_config()
    rate = float(settings["learning_rate"])
    return [{"optimizer": settings["name"], "learning_rate": rate}]


def decoded_rows(raw_datasets, tokenizer, train_set):
    batch = next(iter(train_set))
    names = raw_datasets["train"].features["label"].names
    seen = []
    for ids, label in zip(
        batch["input_ids"].numpy()[:3], batch["labels"]
    ):
        text = tokenizer.decode(ids[ids != tokenizer.pad_token_id])
        seen.append({"text": text, "label": names[int(label)]})
    return seen


def first_loss(make_model, checkpoint, train_set):
    loss = make_model(checkpoint)(next(iter(train_set))).loss
    mean = float(tf.reduce_mean(loss))
    return [{"loss of a fresh model": mean, "ln 3": math.log(3)}]


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
    seen = []
    for row in raw_datasets["train"].select(range(3)):
        text = f"{row['premise']} / {row['hypothesis']}"
        seen.append({"text": text, "label": names[row["label"]]})
    return seen
