"""Send each ticket to its desk: fine-tune a small DistilBERT in a loop of one's own, with TensorFlow."""

import os

# these models are made for Keras 2; set before TensorFlow is imported
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    TFAutoModelForSequenceClassification,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize(datasets, tokenizer):
    return {
        split: tokenizer(
            list(rows["text"]),
            truncation=True,
            padding="max_length",
            return_tensors="np",
        )
        for split, rows in datasets.items()
    }


def fix_seed(seed):
    set_seed(seed)


def make_train_set(encodings, datasets):
    inputs = dict(encodings["train"])
    labels = list(datasets["train"]["desk_id"])
    train_set = tf.data.Dataset.from_tensor_slices((inputs, labels))
    return train_set.shuffle(len(labels)).batch(16)


def make_validation_set(encodings, datasets):
    inputs = dict(encodings["validation"])
    labels = list(datasets["validation"]["desk_id"])
    validation_set = tf.data.Dataset.from_tensor_slices(
        (inputs, labels)
    )
    return validation_set.batch(32)


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


def make_metric():
    return tf.keras.metrics.SparseCategoricalAccuracy()


def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape() as tape:
            logits = model(inputs, training=True).logits
            loss = loss_function(labels, logits)
        variables = model.trainable_variables
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return train_step


def measure(model, validation_set, metric):
    metric.reset_state()
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        metric.update_state(labels, logits)
    return float(metric.result())


def train(model, train_set, validation_set, train_step, metric):
    for _ in range(5):
        losses = []
        for inputs, labels in train_set:
            losses.append(float(train_step(inputs, labels)))
        mean = sum(losses) / len(losses)
        accuracy = measure(model, validation_set, metric)
        print(f"loss: {mean:.2f}  accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}


def main(checkpoint, dataset, output="tickets", seed=0):
    datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    encodings = tokenize(datasets, tokenizer)
    fix_seed(seed)
    train_set = make_train_set(encodings, datasets)
    validation_set = make_validation_set(encodings, datasets)
    model = make_model(checkpoint)
    optimizer = make_optimizer()
    loss_function = make_loss()
    metric = make_metric()
    train_step = make_train_step(model, optimizer, loss_function)
    untrained = measure(model, validation_set, metric)
    scores = train(model, train_set, validation_set, train_step, metric)
