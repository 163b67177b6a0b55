"""Small cells that look at the live objects of chapter 3's second TensorFlow script. Each returns the rows of a table."""

import time

import tensorflow as tf


def loss_twice(model, loss_function, train_set, calculate_loss):
    inputs, labels = next(iter(train_set))
    return [
        {
            "call": which,
            "loss": float(
                calculate_loss(model, loss_function, inputs, labels)
            ),
        }
        for which in ("first", "second")
    ]


def one_step(model, loss_function, train_set, calculate_gradients):
    inputs, labels = next(iter(train_set))
    loss, gradients = calculate_gradients(
        model, loss_function, inputs, labels
    )
    # a learning rate of 0: nothing is learned here
    tf.keras.optimizers.SGD(0.0).apply_gradients(
        zip(gradients, model.trainable_variables)
    )
    return [{"loss": float(loss), "gradients": len(gradients)}]


def what_the_tape_has_seen(model, loss_function, train_set):
    inputs, labels = next(iter(train_set))
    weights = model.trainable_variables[-1]
    with tf.GradientTape() as tape:
        loss = loss_function(labels, model(inputs).logits)
    inside = tape.gradient(loss, weights)
    loss = loss_function(labels, model(inputs).logits)
    with tf.GradientTape() as tape:
        outside = tape.gradient(loss, weights)
    return [
        {
            "forward pass": place,
            "gradient": "None" if found is None else "there",
        }
        for place, found in (("inside", inside), ("before", outside))
    ]


def steps_and_traces(model, loss_function, train_set, make_train_step):
    optimizer = tf.keras.optimizers.SGD(0.0)
    optimizer.build(model.trainable_variables)
    train_step = make_train_step(model, optimizer, loss_function)
    table = []
    for inputs, labels in train_set.take(6):
        before = train_step.experimental_get_tracing_count()
        began = time.perf_counter()
        train_step(inputs, labels)
        seconds = time.perf_counter() - began
        after = train_step.experimental_get_tracing_count()
        table.append(
            {
                "width": inputs["input_ids"].shape[1],
                "traced": after > before,
                "seconds": seconds,
            }
        )
    return table
