"""Small experiments with a step of chapter 3's loop in TensorFlow: what each changes in memory, time and loss."""

import time

import tensorflow as tf

# what a forward pass is given, and does not make
SOURCES = ("Const", "Placeholder", "ReadVariableOp")


def clipping(model, make_model, checkpoint, train_set, loss_function):
    trial = same_again(model, make_model, checkpoint)
    batches = list(train_set.take(4))
    return [
        {
            "clipped to": "not",
            **run(trial, batches, loss_function),
        },
        {
            "clipped to": "norm 1",
            **run(trial, batches, loss_function, clip=1.0),
        },
    ]


def accumulation(
    model, make_model, checkpoint, train_set, loss_function
):
    trial = same_again(model, make_model, checkpoint)
    small = list(train_set.take(12))
    large = [joined(small[place : place + 4]) for place in (0, 4, 8)]
    return [
        {"batches": "3 of 32", **run(trial, large, loss_function)},
        {"batches": "12 of 8", **run(trial, small, loss_function)},
        {
            "batches": "3 times 4 of 8",
            **run(trial, small, loss_function, every=4),
        },
    ]


def mixed_precision(
    model, make_model, checkpoint, train_set, loss_function
):
    batches = list(train_set.take(4))
    table = []
    for policy in ("float32", "mixed_bfloat16"):
        tf.keras.mixed_precision.set_global_policy(policy)
        try:
            trial = same_again(model, make_model, checkpoint)
            found = run(trial, batches, loss_function)
        finally:
            tf.keras.mixed_precision.set_global_policy("float32")
        table.append({"policy": policy, **found})
    return table


def same_again(model, make_model, checkpoint):
    trial = make_model(checkpoint)
    trial.set_weights(model.get_weights())
    return trial


def run(trial, batches, loss_function, clip=None, every=1):
    start = trial.get_weights()
    weights = trial.trainable_variables
    optimizer = tf.keras.optimizers.AdamW(5e-5)
    sums, norm = None, 0.0
    began = time.perf_counter()
    for number, (inputs, labels) in enumerate(batches, 1):
        with tf.GradientTape() as tape:
            loss = mean_loss(trial, loss_function, inputs, labels)
            loss = loss / every
        found = tape.gradient(loss, weights)
        found = [tf.convert_to_tensor(gradient) for gradient in found]
        if sums is not None:
            found = [tf.add(*pair) for pair in zip(sums, found)]
        sums = found
        if number % every == 0:
            # a bound that is never reached only measures
            clipped, norm = tf.clip_by_global_norm(sums, clip or 1e9)
            optimizer.apply_gradients(zip(clipped, weights))
            sums = None
    seconds = time.perf_counter() - began
    after = [
        float(mean_loss(trial, loss_function, *batch))
        for batch in batches
    ]
    trial.set_weights(start)
    return {
        "last norm": float(norm),
        "activations, MB": kept(trial, loss_function, *batches[0]),
        "seconds": seconds,
        "loss afterwards": sum(after) / len(after),
    }


def mean_loss(trial, loss_function, inputs, labels):
    # without dropout, so that the losses can be compared
    logits = tf.cast(trial(inputs).logits, tf.float32)
    return loss_function(labels, logits)


def kept(trial, loss_function, inputs, labels):
    # its lines need no rewriting to be traced
    @tf.function(autograph=False)
    def backward(inputs, labels):
        with tf.GradientTape() as tape:
            loss = mean_loss(trial, loss_function, inputs, labels)
        return tape.gradient(loss, trial.trainable_variables)

    graph = backward.get_concrete_function(inputs, labels).graph
    # what the backward pass reads, and the forward pass has made
    made = {
        tensor.name: tensor.shape.num_elements() * tensor.dtype.size
        for operation in graph.get_operations()
        if operation.name.startswith("gradient_tape/")
        for tensor in operation.inputs
        if not tensor.op.name.startswith("gradient_tape/")
        and tensor.op.type not in SOURCES
    }
    return sum(made.values()) / 1e6


def joined(batches):
    widest = max(inputs["input_ids"].shape[1] for inputs, _ in batches)
    padded = [
        {
            key: tf.pad(value, [(0, 0), (0, widest - value.shape[1])])
            for key, value in inputs.items()
        }
        for inputs, _ in batches
    ]
    inputs = {
        key: tf.concat([each[key] for each in padded], axis=0)
        for key in padded[0]
    }
    return inputs, tf.concat([labels for _, labels in batches], axis=0)
