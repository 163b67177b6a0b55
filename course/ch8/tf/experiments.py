"""Experiments with chapter 8's TensorFlow script once it is repaired. Each returns the rows of a table."""

import gc
import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import tensorflow as tf
from transformers import (
    GPT2Config,
    TFAutoModelForSequenceClassification,
    TFGPT2LMHeadModel,
    create_optimizer,
)

from course.ch8.experiments import (
    count_lengths,
    first_of_each,
    halves,
    in_fives,
    memory_to_train,
    padded,
    recalls,
    run_by_itself,
    seed_by_seed,
)

# what a forward pass is given, and does not make
SOURCES = ("Const", "Placeholder", "ReadVariableOp")


def kept_for_the_backward_pass(model, train_set):
    (batch,) = first_batches(train_set, 1)
    table = []
    for times in (1, 2, 4):
        rows = {
            key: tf.repeat(values, times, axis=0)
            for key, values in batch.items()
        }
        size = sum(kept(model, rows)) / 1e6
        table.append({"examples": 16 * times, "activations, MB": size})
    return table


def batch_that_fits(model, train_set):
    program = """\
import json
import os
import sys

# with oneDNN, TensorFlow may crash where RAM runs out
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
import tensorflow as tf
from course.ch8.experiments import at_most

# the threads that this starts need memory, too
tf.zeros(1)
rows, table = 512, []
while rows:
    table.append({"examples": rows, "what came of it": "it fits"})
    try:
        # all that a step keeps, asked for at once
        with at_most(512):
            tf.zeros(int(sys.argv[1]) // 4 * rows)
        break
    except tf.errors.ResourceExhaustedError as error:
        table[-1]["what came of it"] = error.message
        rows //= 2
print(json.dumps(table))
"""
    (batch,) = first_batches(train_set, 1)
    for_each = sum(kept(model, batch)) // 16
    done = subprocess.run(
        [sys.executable, "-c", program, str(for_each)],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def parameters_of_gpt2():
    config = GPT2Config(n_embd=1600, n_layer=48, n_head=25)
    # in a graph that nobody runs, weights are shapes without numbers
    with tf.Graph().as_default():
        model = TFGPT2LMHeadModel(config)
        model.build_in_name_scope()
    count = sum(weight.shape.num_elements() for weight in model.weights)
    return memory_to_train(count)


def memory_growth():
    program = """\
import subprocess
import sys
import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"):
    growth = sys.argv[1] == "True"
    tf.config.experimental.set_memory_growth(gpu, growth)
tf.zeros(1) + 1
query = ["--query-gpu=memory.used", "--format=csv,noheader"]
print(subprocess.check_output(["nvidia-smi", *query], text=True))
"""
    if not tf.config.list_physical_devices("GPU"):
        return [{"device": "CPU", "in use": "there is no GPU here"}]
    table = []
    for growth in ("False", "True"):
        command = [sys.executable, "-c", program, growth]
        done = subprocess.run(command, capture_output=True, text=True)
        in_use = done.stdout.strip() or done.stderr.strip()
        table.append({"memory growth": growth, "in use": in_use})
    return table


def growth_too_late():
    tf.zeros(1)
    (device, *_) = tf.config.list_physical_devices("CPU")
    limit = tf.config.LogicalDeviceConfiguration()
    tf.config.set_logical_device_configuration(device, [limit])


def what_holds_a_model(make_model, checkpoint):
    table = [{"after": "the script", "weights, MB": in_weights()}]
    model = make_model(checkpoint)
    optimizer = tf.keras.optimizers.Adam(5e-5)
    optimizer.build(model.trainable_variables)
    try:
        forward(model, "no tensor")
    except Exception as raised:
        error = raised
    after = "a second model, and an error"
    table.append({"after": after, "weights, MB": in_weights()})
    del model
    table.append({"after": "del model", "weights, MB": in_weights()})
    del optimizer
    table.append(
        {"after": "del optimizer", "weights, MB": in_weights()}
    )
    del error
    table.append({"after": "del error", "weights, MB": in_weights()})
    return table


def traced_graphs(model, raw_datasets, tokenizer):
    dynamic = {"padding": True}
    fixed = {"padding": "max_length", "max_length": 64}
    ways = {
        "to the longest of the batch": (dynamic, False),
        "to a multiple of 8": (
            {**dynamic, "pad_to_multiple_of": 8},
            False,
        ),
        "to one length": (fixed, False),
        "to the longest, reduce_retracing": (dynamic, True),
    }
    table = []
    for name, (how, reduce) in ways.items():
        batches = [
            dict(batch)
            for batch in padded(raw_datasets, tokenizer, how, "tf")
        ]
        forward = tf.function(model.call, reduce_retracing=reduce)
        for batch in batches:
            forward(batch)
        table.append(
            {
                "padding": name,
                "lengths": count_lengths(batches),
                "graphs": forward.experimental_get_tracing_count(),
            }
        )
    return table


def compiled_by_xla(raw_datasets, tokenizer):
    program = """\
import sys
from pathlib import Path

import tensorflow as tf

embedding = tf.keras.layers.Embedding(100, 8)
embedding.build((None, None))
embed = tf.function(
    embedding, jit_compile=True, reduce_retracing=True
)
for length in map(int, sys.argv[1:]):
    embed(tf.zeros((16, length), tf.int32))
    graphs = embed.experimental_get_tracing_count()
    files = Path("xla").glob("*.before_optimizations.txt")
    print(length, graphs, len(list(files)))
"""
    batches = padded(raw_datasets, tokenizer, {"padding": True}, "tf")
    lengths = [str(batch["input_ids"].shape[1]) for batch in batches]
    with TemporaryDirectory() as directory:
        done = subprocess.run(
            [sys.executable, "-c", program, *lengths],
            cwd=directory,
            # XLA writes each program that it compiles to a file
            env={**os.environ, "XLA_FLAGS": "--xla_dump_to=xla"},
            stdout=subprocess.PIPE,
            text=True,
        )
    names = "length", "graphs", "XLA programs"
    return [
        dict(zip(names, map(int, line.split()), strict=True))
        for line in done.stdout.splitlines()
    ]


def shuffled_labels(make_model, checkpoint, train_set):
    batches = first_batches(train_set, 40)
    labels = tf.concat([batch["labels"] for batch in batches], axis=0)
    drawn = tf.split(tf.random.shuffle(labels), len(batches))
    shuffled = [
        {**batch, "labels": others}
        for batch, others in zip(batches, drawn)
    ]
    _, train = trials(make_model, checkpoint)
    return in_fives(
        {
            "labels as they are": train(batches),
            "labels shuffled": train(shuffled),
        }
    )


def overfit_one_batch(make_model, checkpoint, train_set):
    batch, other = first_batches(train_set, 2)
    model, train = trials(make_model, checkpoint)
    losses = train([batch] * 60, rate=2e-4)
    seen, unseen = loss_of(model, batch), loss_of(model, other)
    return [
        *(
            {"model": "trained", "step": step, "loss": losses[step - 1]}
            for step in (1, 15, 30, 45, 60)
        ),
        {"model": "trained, no dropout", "step": 60, "loss": seen},
        {"model": "trained, another batch", "step": 60, "loss": unseen},
        {
            "model": "made anew, another batch",
            "step": 0,
            "loss": loss_of(make_model(checkpoint), other),
        },
    ]


def overfit_without_texts(make_model, checkpoint, train_set):
    (batch,) = first_batches(train_set, 1)
    # a slip in the preparation: every row has the text of the first
    same = {
        key: values if key == "labels" else tf.repeat(values[:1], 16, 0)
        for key, values in batch.items()
    }
    counts = np.bincount(batch["labels"])
    shares = counts[counts > 0] / counts.sum()
    floor = float(-np.sum(shares * np.log(shares)))
    _, train = trials(make_model, checkpoint)
    found = in_fives(
        {
            "as it should be": train([batch] * 30, rate=2e-4),
            "one text in all examples": train([same] * 30, rate=2e-4),
        }
    )
    return [{**row, "label frequencies alone": floor} for row in found]


def batch_without_a_label(checkpoint, train_set):
    def make_model(checkpoint):
        # for two labels, and there are three
        return TFAutoModelForSequenceClassification.from_pretrained(
            checkpoint, num_labels=2
        )

    (batch,) = first_batches(train_set, 1)
    known = batch["labels"] != 2
    lacking = {key: values[known] for key, values in batch.items()}
    model, train = trials(make_model, checkpoint)
    losses = train([lacking] * 40, rate=2e-4)
    table = [
        {
            "labels": "0 and 1",
            "step": step,
            "what came of it": f"a loss of {losses[step - 1]:.3f}",
        }
        for step in (1, 20, 40)
    ]
    try:
        # on a GPU the loss would be nan, without an error
        with tf.device("CPU:0"):
            loss_of(model, batch)
    except tf.errors.InvalidArgumentError as error:
        _, message = error.message.split("Received ")
    table.append(
        {
            "labels": "0, 1 and 2",
            "step": 1,
            "what came of it": message.split(".")[0],
        }
    )
    return table


def unbalanced_labels(
    make_model, checkpoint, tokenized_datasets, collator
):
    rows = unbalanced(tokenized_datasets["train"], (80, 80, 1440))
    seen = unbalanced(
        tokenized_datasets["validation_matched"], (10, 10, 180)
    )
    labels = seen["labels"][:]
    names = seen.features["labels"].names
    constant = recalls(names, labels, [2] * len(labels))
    table = [{"model": "majority baseline", **constant}]
    tf.keras.utils.set_random_seed(0)
    model = make_model(checkpoint)
    model.compile(tf.keras.optimizers.Adam(1e-4))
    batches = pairs(rows, collator).repeat()
    for steps in (20, 40):
        model.fit(batches, steps_per_epoch=20, verbose=0)
        scores = recalls_of(model, seen, collator)
        table.append({"model": f"trained, {steps} steps", **scores})
    return table


def class_weight_of_inputs(make_model, checkpoint, train_set):
    model = make_model(checkpoint)
    model.compile(tf.keras.optimizers.Adam(1e-4))
    weights = {0: 18.0, 1: 18.0, 2: 1.0}
    model.fit(train_set, class_weight=weights, steps_per_epoch=1)


def unbalanced_remedies(
    make_model, checkpoint, tokenized_datasets, collator
):
    rows = unbalanced(tokenized_datasets["train"], (80, 80, 1440))
    seen = unbalanced(
        tokenized_datasets["validation_matched"], (10, 10, 180)
    )
    labels = np.array(rows["labels"][:])
    weights = len(labels) / (3 * np.bincount(labels))
    # the rows with a rare label are there 18 times
    rare = np.flatnonzero(labels < 2).tolist()
    more = rows.select([*range(len(rows)), *rare * 17])
    remedies = {
        "class weights": (rows, dict(enumerate(weights))),
        "oversampling": (more, None),
    }
    table = []
    for name, (rows, weight) in remedies.items():
        tf.keras.utils.set_random_seed(0)
        model = make_model(checkpoint)
        model.compile(tf.keras.optimizers.Adam(1e-4))
        model.fit(
            pairs(rows, collator).repeat(),
            class_weight=weight,
            steps_per_epoch=20,
            verbose=0,
        )
        scores = recalls_of(model, seen, collator)
        table.append({"model": f"{name}, 20 steps", **scores})
    return table


def sweep(make_model, checkpoint, train_set):
    batches = first_batches(train_set, 30)
    _, train = trials(make_model, checkpoint)
    curves = {}
    for rate in (1e-6, 1e-5, 1e-4, 1e-3):
        # one value is changed; weights, batches and chance stay
        tf.keras.utils.set_random_seed(0)
        curves[str(rate)] = train(batches, rate)
    return in_fives(curves)


def optimizer_by_default():
    table = []
    for options in ({}, {"weight_decay_rate": 0.01}):
        optimizer, schedule = create_optimizer(5e-5, 150, 15, **options)
        rate = options.get("weight_decay_rate", "left out")
        table.append(
            {
                "weight_decay_rate": str(rate),
                "optimizer": type(optimizer).__name__,
                **{
                    f"step {step}": float(schedule(step))
                    for step in (1, 15, 150)
                },
            }
        )
    return table


def optimizers_compared(
    make_model, checkpoint, train_set, validation_set
):
    batches = halves(first_batches(train_set, 24))
    unseen = first_batches(validation_set, 3)
    model, weights = make_model(checkpoint), []
    for seed in range(2):
        tf.keras.utils.set_random_seed(seed)
        weights.append(make_model(checkpoint).get_weights())
    peak = tf.Variable(0.0)
    adamw, _ = create_optimizer(peak, 24, 2, weight_decay_rate=0.01)
    # of the same kind as the other: its variables begin at 0
    adam = tf.keras.optimizers.legacy.Adam(peak, epsilon=1e-8)
    found = {rate: {} for rate in (5e-5, 4e-4)}
    for name, optimizer in {"Adam": adam, "AdamW": adamw}.items():
        model.compile(optimizer)
        for rate in found:
            peak.assign(rate)
            found[rate][name] = []
            for seed in range(2):
                # set back rather than made anew, to be traced once
                model.set_weights(weights[seed])
                for variable in optimizer.variables():
                    variable.assign(tf.zeros_like(variable))
                for batch in batches[24 * seed : 24 * (seed + 1)]:
                    model.train_on_batch(batch)
                accuracy = accuracy_of(model, unseen)
                found[rate][name].append(accuracy)
    return [
        row
        for rate, scores in found.items()
        for row in seed_by_seed(rate, scores)
    ]


def graph_and_eager(make_model, checkpoint, train_set):
    (batch,) = first_batches(train_set, 1)
    wrong = {**batch, "labels": batch["labels"] + 1}
    table = []
    for eagerly in (False, True):
        model = make_model(checkpoint)
        model.compile("adam", run_eagerly=eagerly)
        model.train_on_batch(batch)
        began = time.perf_counter()
        model.train_on_batch(batch)
        seconds = time.perf_counter() - began
        try:
            model.train_on_batch(wrong)
        except tf.errors.InvalidArgumentError as raised:
            error = raised
        *_, last = traceback.extract_tb(error.__traceback__)
        file = Path(last.filename).name
        table.append(
            {
                "run_eagerly": eagerly,
                "a step, s": seconds,
                "lines of message": len(str(error).splitlines()),
                "last frame": f"{file}, {last.name}",
            }
        )
    return table


def minimal_example(output):
    program = """\
import tensorflow as tf

crossentropy = tf.nn.sparse_softmax_cross_entropy_with_logits
crossentropy(labels=[2], logits=[[0.0, 0.0]])
"""
    packages = "tensorflow", "tf-keras", "transformers", "datasets"
    return run_by_itself(program, output, packages)


def first_batches(train_set, count):
    batches = list(train_set.take(count))
    widths = [batch["input_ids"].shape[1] for batch in batches]
    # of one width, so that a step is traced only once
    for batch, width in zip(batches, widths):
        for key in ("input_ids", "attention_mask"):
            more = [(0, 0), (0, max(widths) - width)]
            batch[key] = tf.pad(batch[key], more)
    return batches


def kept(model, batch):
    @tf.function
    def backward(batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        return tape.gradient(loss, model.trainable_variables)

    graph = backward.get_concrete_function(batch).graph
    # what the backward pass reads, and the forward pass has made
    made = {
        tensor.name: tensor.shape.num_elements() * tensor.dtype.size
        for operation in graph.get_operations()
        if operation.name.startswith("gradient_tape/")
        for tensor in operation.inputs
        if not tensor.op.name.startswith("gradient_tape/")
        and tensor.op.type not in SOURCES
    }
    return list(made.values())


def trials(make_model, checkpoint):
    model = make_model(checkpoint)
    optimizer = tf.keras.optimizers.Adam()
    optimizer.build(model.trainable_variables)
    model.compile(optimizer)
    variables = [*model.variables, *optimizer.variables]
    start = [variable.numpy() for variable in variables]

    def train(batches, rate=5e-5):
        # set back rather than made anew, a step is traced only once
        for variable, value in zip(variables, start):
            variable.assign(value)
        optimizer.learning_rate = rate
        return [
            float(model.train_on_batch(batch, return_dict=True)["loss"])
            for batch in batches
        ]

    return model, train


def unbalanced(data, counts):
    return data.select(first_of_each(data["labels"][:], counts))


def pairs(rows, collator):
    # the labels beside the inputs, and not among them
    return rows.to_tf_dataset(
        columns=collator.tokenizer.model_input_names,
        label_cols=["labels"],
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def recalls_of(model, rows, collator):
    batches = rows.to_tf_dataset(
        columns=collator.tokenizer.model_input_names,
        batch_size=64,
        collate_fn=collator,
    )
    found = []
    for batch in batches:
        found += tf.argmax(model(batch).logits, -1).numpy().tolist()
    names = rows.features["labels"].names
    return recalls(names, rows["labels"][:], found)


def accuracy_of(model, batches):
    right = [
        tf.argmax(model(batch).logits, -1) == batch["labels"]
        for batch in batches
    ]
    return float(np.mean(np.concatenate(right)))


def loss_of(model, batch):
    return float(tf.reduce_mean(model(batch).loss))


def in_weights():
    gc.collect()
    tensors = [
        each
        for each in gc.get_objects()
        if isinstance(each, tf.Variable)
    ]
    sizes = [
        tensor.shape.num_elements() * tensor.dtype.size
        for tensor in tensors
    ]
    return sum(sizes) / 1e6


def forward(model, batch):
    return model(batch)
