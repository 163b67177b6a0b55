"""The same training with a loop of one's own: chapter 3's second TensorFlow script, working."""

import tensorflow as tf
from tqdm.auto import tqdm

from course.ch3.tf.script import (
    fix_seed,
    load_data,
    load_tokenizer,
    make_collator,
    make_eval_set,
    make_loss,
    make_metric,
    make_model,
    make_optimizer,
    make_schedule,
    make_train_set,
    tokenize_pairs,
)


def measure_model(model, eval_set, metric, loss_function):
    total, rows = 0.0, 0
    for inputs, labels in eval_set:
        logits = model(inputs, training=False).logits
        total += float(loss_function(labels, logits)) * len(labels)
        rows += len(labels)
        metric.add_batch(
            predictions=tf.argmax(logits, axis=-1), references=labels
        )
    return {"validation loss": total / rows, **metric.compute()}


def calculate_loss(model, loss_function, inputs, labels):
    logits = model(inputs, training=True).logits
    return loss_function(labels, logits)


def calculate_gradients(model, loss_function, inputs, labels):
    with tf.GradientTape() as tape:
        loss = calculate_loss(model, loss_function, inputs, labels)
    return loss, tape.gradient(loss, model.trainable_variables)


def make_train_step(model, optimizer, loss_function):
    @tf.function(reduce_retracing=True)
    def train_step(inputs, labels):
        loss, gradients = calculate_gradients(
            model, loss_function, inputs, labels
        )
        optimizer.apply_gradients(
            zip(gradients, model.trainable_variables)
        )
        return loss

    return train_step


def train(
    model,
    train_set,
    eval_set,
    train_step,
    loss_function,
    metric,
    num_epochs,
    num_training_steps,
    callbacks,
):
    progress = tqdm(total=num_training_steps)
    history = []
    for epoch in range(1, num_epochs + 1):
        losses = []
        for inputs, labels in train_set:
            loss = float(train_step(inputs, labels))
            losses.append(loss)
            progress.update()
            for callback in callbacks:
                callback(loss)
        mean = sum(losses) / len(losses)
        scores = measure_model(model, eval_set, metric, loss_function)
        history.append(
            {"epoch": epoch, "training loss": mean, **scores}
        )
    progress.close()
    return history


def last_scores(history):
    last = history[-1]
    return {"accuracy": last["accuracy"], "f1": last["f1"]}


def main(
    checkpoint,
    dataset,
    metric="glue",
    num_epochs=1,
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
    glue_metric = make_metric(metric)
    untrained = measure_model(
        model, eval_set, glue_metric, loss_function
    )
    train_step = make_train_step(model, optimizer, loss_function)
    history = train(
        model,
        train_set,
        eval_set,
        train_step,
        loss_function,
        glue_metric,
        num_epochs,
        num_training_steps,
        callbacks,
    )
    scores = last_scores(history)
