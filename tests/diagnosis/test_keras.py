"""Programs that train with TensorFlow, run and watched: what is wrong is found, and nothing where nothing is."""

import json
from pathlib import Path

import pytest
from support.doctor import first
from support.marks import PINNED

from course.diagnosis.running.launch import examine

pytestmark = [*PINNED["tf"], pytest.mark.usefixtures("libraries_imported")]

FIT = """\
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
inputs = np.random.randn(64, 8).astype("float32")
labels = (inputs[:, 0] > 0).astype("int64")
data = tf.data.Dataset.from_tensor_slices((inputs, labels)).shuffle(64).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=loss, metrics=["accuracy"])
history = model.fit(data, epochs=10, verbose=0)
print(history.history["accuracy"][-1], model.predict(inputs, verbose=0).shape)
"""
TAPE = """\
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
inputs = np.random.randn(64, 8).astype("float32")
labels = (inputs[:, 0] > 0).astype("int64")
data = tf.data.Dataset.from_tensor_slices((inputs, labels)).shuffle(64).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
loss_function = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(1e-3)
metric = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(batch, answers):
    with tf.GradientTape() as tape:
        outputs = model(batch, training=True)
        loss = loss_function(answers, outputs)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(8):
    for batch, answers in data:
        train_step(batch, answers)
    metric.reset_state()
    for batch, answers in data:
        metric.update_state(answers, model(batch, training=False))
    print(float(metric.result()))
"""
START = FIT[: FIT.index("data = ")]
"""The beginning of a program: its inputs and its labels."""
READ_BACK = f"""{START}

class Own(tf.keras.layers.Dense):
    pass


model = tf.keras.Sequential([Own(16, activation="relu"), tf.keras.layers.Dense(2)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=loss)
model.fit(inputs, labels, batch_size=16, epochs=10, verbose=0)
model.save("best.h5")
again = tf.keras.models.load_model("best.h5", custom_objects={{"Own": Own}})
again.predict(inputs, verbose=0)
"""
"""A model with a layer of its own is saved and read back."""
RECURRENT = """\
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
inputs = np.zeros((64, 40), "int64")
inputs[:, :4] = np.random.randint(2, 30, (64, 4))
labels = (inputs[:, 0] > 15).astype("float32")
layers = [tf.keras.layers.Embedding(30, 8, mask_zero=True), tf.keras.layers.LSTM(8), tf.keras.layers.Dense(1)]
model = tf.keras.Sequential(layers)
model.compile(tf.keras.optimizers.Adam(1e-3), tf.keras.losses.BinaryCrossentropy(from_logits=True))
model.fit(inputs, labels, batch_size=16, epochs=10, verbose=0)
"""
"""A recurrent layer that stops at the end of the text."""
FUNCTIONAL = """\
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
inputs = np.zeros((64, 40), "int64")
inputs[:, :4] = np.random.randint(2, 30, (64, 4))
labels = (inputs[:, 0] > 15).astype("float32")
ids = keras.Input((40,), dtype="int64")
words = keras.layers.Embedding(30, 8, mask_zero=True)(ids)
model = keras.Model(ids, keras.layers.Dense(1)(keras.layers.LSTM(8)(words)))
model.compile(keras.optimizers.Adam(1e-2), keras.losses.BinaryCrossentropy(from_logits=True))
model.fit(tf.data.Dataset.from_tensor_slices((inputs, labels)).shuffle(64).batch(16), epochs=10, verbose=0)
"""
"""The same in Keras 3, with a data set."""
BINARY = f"""{START}
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
metric = tf.keras.metrics.BinaryAccuracy(threshold=0.0)
model.compile(tf.keras.optimizers.Adam(1e-3), tf.keras.losses.BinaryCrossentropy(from_logits=True), metrics=[metric])
model.fit(inputs, labels, batch_size=16, epochs=10, verbose=0)
print(tf.argmax(tf.constant([[1, 2], [3, 4]])))
"""
"""A metric that takes logits for what they are."""
TOLD = f"""{START}
labels[::8] = -100
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=-100)
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=loss)
model.fit(inputs, labels, batch_size=16, epochs=10, verbose=0)
model.evaluate(inputs, labels, verbose=0)
"""
"""A loss that is told to leave out the label -100 does so."""
KEPT = f"""{START}

class Hits(tf.keras.metrics.Mean):
    def update_state(self, y_true, y_pred, sample_weight=None):
        return super().update_state(tf.equal(tf.argmax(y_pred, -1), tf.reshape(y_true, [-1])))


model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=loss, metrics=[Hits(name="hits")])
best = tf.keras.callbacks.ModelCheckpoint("best.h5", "hits", mode="max", save_best_only=True, save_weights_only=True)
model.fit(inputs, labels, batch_size=16, epochs=10, callbacks=[best], verbose=0)
model.load_weights("best.h5")
"""
"""The weights that are best by a metric of the program's own are kept."""
FUNCTION = TAPE.replace(
    "loss_function(answers, outputs)",
    "tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(answers, outputs, from_logits=True))",
)
"""The loss is a function of `tf.keras`, which has modules of its own."""
LATER = FIT.replace('KERAS"] = "1"', 'KERAS"] = "0"').replace('["accuracy"][-1]', '["accuracy"][9]')
"""The last epoch of a history is asked for by its number, though it is not run here."""
RARELY = FIT.replace("epochs=10,", "epochs=10, validation_data=data, validation_freq=5,").replace(
    '["accuracy"][-1]', '["val_loss"][1], np.stack([history.history["val_loss"], [5, 10]])'
)
"""What is measured in every fifth epoch is asked for."""
ADVERSARIAL = TAPE.replace(
    "    with tf.GradientTape() as tape:\n",
    "    with tf.GradientTape() as tape:\n        tape.watch(batch)\n        loss = loss_function(answers, model(batch, training=True))\n"
    "    batch += 0.01 * tf.sign(tape.gradient(loss, batch))\n    with tf.GradientTape() as tape:\n",
)
"""Each batch is made harder first."""
TWO_MODELS = TAPE.replace("tf.keras.layers.Dense(2)]", 'tf.keras.layers.Dense(2, activation="relu")]').replace(
    "outputs = model(batch, training=True)\n        loss = loss_function(answers, outputs)",
    "outputs = head(model(batch, training=True))\n        loss = tf.keras.losses.MeanSquaredError()(batch[:, :1], outputs)",
).replace("metric = ", "head = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmetric = ").replace(
    "model.trainable_variables", "model.trainable_variables + head.trainable_variables"
)  # fmt: skip
"""The loss is that of the second of two models, and the first one ends in an activation."""
AGAIN = FIT.replace('KERAS"] = "1"', 'KERAS"] = "0"').replace(
    "loss = ", "model.build((None, 8))\nmodel.layers[0].trainable = False\nloss = "
)
"""A layer is frozen in Keras 3, which goes on with the weights that were trainable when it traced its function."""
RATINGS = f"""{START.replace('KERAS"] = "1"', 'KERAS"] = "0"')}
ratings = 1.0 + 4.0 / (1.0 + np.exp(-inputs[:, :1]))
given = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(16, activation="relu")(given)
model = tf.keras.Model(given, tf.keras.layers.Dense(1, activation="sigmoid")(hidden) * 4.0 + 1.0)
model.compile(tf.keras.optimizers.Adam(1e-2), "mse")
model.fit(inputs, ratings, batch_size=16, epochs=10, verbose=0)
"""
"""What a sigmoid returns is brought to the range of the targets."""
BATCHES = f"""{START}

class Batches(tf.keras.utils.Sequence):
    def __len__(self):
        return 4

    def __getitem__(self, number):
        return inputs[16 * number : 16 * number + 16], labels[16 * number : 16 * number + 16]

    def on_epoch_end(self):
        order = np.random.permutation(64)
        inputs[:] = inputs[order]
        labels[:] = labels[order]


model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(Batches(), epochs=10, verbose=0)
"""
"""Rows and labels are shuffled after each epoch, together."""
WRONG = {
    "linear-throughout": (FIT, ', activation="relu"', ""),
    "inputs-not-scaled": (FIT, "data = ", "inputs = 3e4 * inputs + 1e5\ndata = "),
    "units-alike": (
        FIT,
        '16, activation="relu"), tf.keras.layers.Dense(2',
        '16, "relu", kernel_initializer="ones"), tf.keras.layers.Dense(2, kernel_initializer="ones"',
    ),
    "penalty-outweighs": (FIT, 'activation="relu"', 'activation="relu", kernel_regularizer=tf.keras.regularizers.l2(2.0)'),
    "inputs-too-small": (FIT, "Sequential([", "Sequential([tf.keras.layers.Rescaling(1 / 255), tf.keras.layers.Rescaling(1 / 255), "),
    "measured-on-training-rows": (
        FIT,
        "fit(data,",
        "fit(inputs, labels, validation_data=(inputs, labels),",
    ),
    "target-beyond-probability": (
        BINARY,
        BINARY[BINARY.index("model = ") :],
        "rows = np.abs(inputs) * 9\n"
        'model = tf.keras.Sequential([tf.keras.layers.Dense(16, "relu"), tf.keras.layers.Dense(8, "sigmoid")])\n'
        'model.compile("adam", "binary_crossentropy")\nmodel.fit(rows, rows, epochs=8, verbose=0)\n',
    ),
    "several-labels-one-class": (
        BINARY,
        BINARY[BINARY.index("model = ") :],
        'labels = (inputs[:, :3] > 0).astype("float32")\n'
        'model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="sigmoid")])\n'
        'model.compile("adam", "categorical_crossentropy")\nmodel.fit(inputs, labels, epochs=8, verbose=0)\n',
    ),
    "data-ran-out": (FIT, "epochs=10", "epochs=10, steps_per_epoch=3"),
    "softmax-for-several-labels": (
        BINARY,
        BINARY[BINARY.index("model = ") :],
        'labels = (inputs[:, :3] > 0).astype("float32")\n'
        'model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="softmax")])\n'
        'model.compile("adam", "binary_crossentropy")\nmodel.fit(inputs, labels, epochs=8, verbose=0)\n',
    ),
    "inputs-of-another-scale": (FIT, "predict(inputs,", "predict(255 * inputs,"),
    "labels-changed": (BATCHES, "labels[:] = labels[order]", "np.random.shuffle(labels)"),
    "logits-as-probabilities": (FIT, "from_logits=True", "from_logits=False"),
    "metric-of-another-kind": (FIT, '"accuracy"]', "tf.keras.metrics.Precision()]"),
    "softmax-twice": (FIT, "Dense(2)", 'Dense(2, activation="softmax")'),
    "label-beyond-outputs": (FIT, '.astype("int64")', '.astype("int64") + 1'),
    "training-cut-short": (FIT.replace("batch(16)", "batch(4)"), "epochs=10", "epochs=10, steps_per_epoch=1"),
    "nothing-trainable": (FIT, "loss = ", "model.trainable = False\nloss = "),
    "compiled-before": (
        FIT.replace("loss = ", "model.layers[0].trainable = False\nloss = "),
        "history = ",
        "model.fit(data, verbose=0)\nmodel.layers[0].trainable = True\nhistory = ",
    ),
    "best-is-worst": (KEPT, ' mode="max",', ""),
    "metric-not-reset": (TAPE, "    metric.reset_state()\n", ""),
    "pairs-expected": (TAPE, "zip(gradients, model.trainable_variables)", "zip(model.trainable_variables, gradients)"),
    "loss-not-connected": (TAPE, "        outputs = model(batch, training=True)\n", "        outputs = tf.stop_gradient(model(batch))\n"),
    "loss-outside-tape": (TAPE, "        loss = loss_function(answers, outputs)\n", "    loss = loss_function(answers, outputs)\n"),
    "not-batched": (FIT, "fit(data,", "fit(data, validation_data=data.unbatch(),"),
    "class-weight-no-dictionary": (FIT, "fit(data,", "fit(data, class_weight=np.ones(2),"),
    "optimizer-of-other-weights": (TAPE, "    for batch, answers in data:\n        train", "    model = tf.keras.models.clone_model(model)\n    for batch, answers in data:\n        train"),
    "epoch-never-ends": (FIT, ".batch(16)", ".batch(16).repeat()"),
    "argmax-axis": (FIT, "print(", "print(tf.argmax(model.predict(inputs, verbose=0)), "),
    "metric-of-logits": (BINARY, "threshold=0.0", "threshold=0.5"),
    "monitor-missing": (KEPT, '"hits", mode', '"val_hits", mode'),
    "split-reshuffled": (FIT, "fit(data,", "fit(data.skip(2), validation_data=data.take(2),"),
    "evaluation-shuffled": (
        FIT,
        "predict(inputs, verbose=0).shape",
        "predict(data, verbose=0).argmax(-1) == np.concatenate([y for x, y in data])",
    ),
    "custom-objects": (READ_BACK, ', custom_objects={"Own": Own}', ""),
    "mask-lost": (FUNCTIONAL, "LSTM(8)(words)", "LSTM(8)(2.0 * words)"),
    "column-as-weight": (FUNCTIONAL, "(inputs, labels))", "(inputs, labels, np.arange(64) % 3))"),
    "padding-read-last": (RECURRENT, ", mask_zero=True", ""),
    "state-in-graph": (TAPE, "    return loss\n", "    global epoch\n    epoch += 1\n    return loss / epoch\n"),
    "nan-in-data": (FIT, "labels = ", "inputs[3, 2] = np.nan\nlabels = "),
    "nan-in-model": (FIT, "Dense(2)]", "Dense(2), tf.keras.layers.Lambda(lambda x: x + tf.math.log(x * 0 - 1))]"),
    "nan-in-loss": (
        TAPE,
        "loss_function(answers, outputs)",
        "-tf.reduce_mean(tf.math.log(tf.nn.softmax(1e4 * outputs)) * tf.one_hot(answers, 2))",
    ),
    "nan-in-gradients": (TAPE, "answers, outputs)\n", "answers, outputs) + tf.norm(0.0 * outputs)\n"),
    "rate-gone-early": (TAPE, "Adam(1e-3)", "Adam(tf.keras.optimizers.schedules.PolynomialDecay(1e-3, 4, 0.0))"),
}  # fmt: skip
"""By the look that finds it: a program that is right, and what is written in it in place of what."""
REGRESSION = (
    FIT.replace('KERAS"] = "1"', 'KERAS"] = "0"')
    .replace('.astype("int64")', '.astype("float32")')
    .replace("Dense(2)", "Dense(1)")
    .replace("tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)", '"mse"')
    .replace('"accuracy"', '"mae"')
)
"""Labels (n,) beside outputs (n, 1), which a loss of Keras 3 brings to one shape."""
OWN_LOSS = f"""{START}

def own_loss(labels, outputs):
    if tf.reduce_mean(outputs) > 1e9:
        outputs = outputs / 2.0
    return tf.keras.losses.sparse_categorical_crossentropy(labels, outputs, from_logits=True)


model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=own_loss)
model.fit(inputs, labels, batch_size=16, epochs=10, verbose=0)
"""
"""A loss with an `if`, which TensorFlow converts; Keras 3 does not let it."""
OWN_METRIC = FIT.replace("model.compile(", "def hits(labels, outputs):\n    return np.mean(outputs)\n\n\nmodel.compile(").replace(
    'metrics=["accuracy"]', "metrics=[hits], run_eagerly=True"
).replace('history.history["accuracy"][-1]', 'history.history["hits"][-1]')  # fmt: skip
"""A metric that calculates with NumPy, which is right where nothing is traced."""
ITERATED = TAPE[: TAPE.index("for epoch")].replace("    return loss\n", "    return loss\n\n\n@tf.function\ndef three(batches):\n    for _ in tf.range(3):\n        train_step(*next(batches))\n") + """\
batches = iter(data.repeat())
assert isinstance(batches, tf.data.Iterator)
assert batches.get_next()[0].shape == batches.get_next_as_optional().get_value()[0].shape == (16, 8)
for step in range(50):
    three(batches)
once = iter(data)
try:
    while True:
        three(once)
except tf.errors.OutOfRangeError:
    print("at the end")
rows = (inputs[start : start + 16] for start in range(0, 64, 16))


@tf.function
def mean_of(parts):
    parts = [*parts]
    return sum(map(tf.reduce_mean, parts)) / len(parts)


print(float(mean_of(rows)), float(metric.result()))
"""  # fmt: skip
"""Batches are asked for one after the other, also in traced functions; a generator can be read only once."""
BY_HAND = TAPE.replace(
    "    optimizer.apply_gradients(zip(gradients, model.trainable_variables))\n",
    "    for weight, gradient in zip(model.trainable_variables, gradients):\n        weight.assign_sub(0.05 * gradient)\n",
).replace("    return loss\n", "    global traces\n    traces += 1\n    return loss\n\n\ntraces = 0\n")
"""Weights are changed without an optimizer, and traces are counted."""
APPLIED = TAPE.replace('LEGACY_KERAS"] = "1"', 'LEGACY_KERAS"] = "0"').replace(
    "apply_gradients(zip(gradients, model.trainable_variables))", "apply(gradients, model.trainable_variables)"
)
"""An optimizer of Keras 3 takes gradients and variables apart."""
NESTED = TAPE.replace(
    "    gradients = tape.gradient(loss, model.trainable_variables)\n",
    "    parts = [[each.kernel, each.bias] for each in model.layers]\n    gradients = sum(tape.gradient(loss, parts), [])\n",
)
"""The weights are asked for part by part."""
TRACED = {
    "a value in a loop of one's own": (TAPE, "    return loss\n", "    return loss.numpy()\n", "value-in-graph"),
    "a value in a metric": (OWN_METRIC, ", run_eagerly=True", "", "value-in-graph"),
    "a condition in Keras 3": (OWN_LOSS, 'LEGACY_KERAS"] = "1"', 'LEGACY_KERAS"] = "0"', "value-in-graph"),
    "a variable in each step": (
        TAPE, "    with tf.Gra", "    scale = tf.Variable(1.0)\n    scale.assign(2.0)\n    with tf.Gra", "variable-made-again"
    ),
    "another optimizer": (
        TAPE.replace("def train_step(batch, answers)", "def train_step(batch, answers, optimizer)").replace(
            "train_step(batch, answers)\n", "train_step(batch, answers, optimizer)\n"
        ),
        "    metric.reset_state()\n", "    metric.reset_state()\n    optimizer = tf.keras.optimizers.Adam(1e-3)\n", "variable-made-again"
    ),
    "a tensor that is kept": (
        TAPE + "print(sum(map(float, kept)))\n", "    return loss\n\n\n", "    kept.append(loss)\n    return loss\n\n\nkept = []\n", "tensor-kept"
    ),
    "a size": (TAPE, "    return loss\n", "    return loss / batch.shape[0]\n", ""),
    "inputs of unknown shape": (
        FIT, ".batch(16)", ".batch(16).map(lambda x, y: (tf.py_function(lambda z: z, [x], tf.float32), y))", "shape-unknown"
    ),
}  # fmt: skip
"""What happens only, or not even then, when TensorFlow traces a program: the program, what is written in it in place of what, and what is found."""
MORE = {
    "a schedule and a callback": (
        FIT,
        'Adam(1e-3), loss=loss, metrics=["accuracy"])\nhistory = model.fit(data,',
        "Adam(tf.keras.optimizers.schedules.CosineDecay(1e-3, 40)), loss=loss, metrics=['accuracy'])\n"
        "history = model.fit(data, callbacks=tf.keras.callbacks.ReduceLROnPlateau('loss'),",
        "rate-set-twice",
    ),
    "rows in the order of their classes": (
        FIT,
        "history = model.fit(data,",
        "order = np.argsort(labels)\nrows, hot = inputs[order], np.eye(2)[labels[order]]\n"
        "loss = tf.keras.losses.CategoricalCrossentropy(from_logits=True)\n"
        "model.compile(optimizer='adam', loss=loss, metrics=['accuracy'])\n"
        "history = model.fit(rows, hot, validation_split=0.4,",
        "splits-hold-other-labels",
    ),
    "a callback without a schedule": (
        FIT, "fit(data,", "fit(data, callbacks=[tf.keras.callbacks.ReduceLROnPlateau('loss')],", ""
    ),
    "a schedule in Keras 3": (
        AGAIN,
        "history = ",
        "model.optimizer.learning_rate = tf.keras.optimizers.schedules.CosineDecay(1e-3, 40)\n"
        "model.fit(data, callbacks=[tf.keras.callbacks.ReduceLROnPlateau('loss')])\nhistory = ",
        "rate-set-twice",
    ),
    "targets beyond a sigmoid": (RATINGS, " * 4.0 + 1.0", "", "output-cannot-reach"),
    "a function of a loss": (FUNCTION, ", from_logits=True", "", "logits-as-probabilities"),
    "variables of TensorFlow in Keras 3": (
        AGAIN,
        "history = ",
        "class Scaled(tf.keras.layers.Dense):\n    def build(self, shape):\n        super().build(shape)\n"
        "        self.scale = tf.Variable(1.0)\n\n    def call(self, x):\n        return self.scale * super().call(x)\n\n\n"
        "model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation='relu'), Scaled(2)])\n"
        "loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)\n"
        "model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=loss, metrics=['accuracy'])\nhistory = ",
        "variables-untracked",
    ),
    "a rate that is halved too often": (
        FIT,
        'Adam(1e-3), loss=loss, metrics=["accuracy"])\nhistory = model.fit(data,',
        "Adam(tf.keras.optimizers.schedules.ExponentialDecay(1e-3, 10, 0.5)), loss=loss, metrics=['accuracy'])\n"
        "history = model.fit(inputs, labels, batch_size=4,",
        "rate-gone-early",
    ),
    "other inputs for a model that is read back": (
        READ_BACK, "again.predict(inputs,", "again.predict(300 * inputs,", "inputs-of-another-scale",
    ),
    "windows that end with their target": (
        REGRESSION,
        "history = model.fit(data,",
        "# windows\ninputs = np.random.randn(64, 12, 1).astype('float32')\n"
        "model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])\n"
        "model.compile('adam', 'mse', metrics=['mae'])\nhistory = model.fit(inputs, inputs[:, -1, 0], shuffle=False,",
        "target-is-last-value",
    ),
    "a letter with the number of the padding": (
        FIT,
        "model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation=\"relu\"), tf.keras.layers.Dense(2)])\n",
        "ids = {letter: place for place, letter in enumerate('ACGT')}\ninputs = np.random.randint(0, len(ids), (64, 12))\n"
        "data = tf.data.Dataset.from_tensor_slices((inputs, labels)).shuffle(64).batch(16)\n"
        "model = tf.keras.Sequential([tf.keras.layers.Embedding(4, 8, mask_zero=True), tf.keras.layers.GRU(16),"
        " tf.keras.layers.Dense(2)])\n",
        "token-taken-for-padding",
    ),
    "dropout that is told to drop out": (
        FIT,
        "model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation=\"relu\"), tf.keras.layers.Dense(2)])\n",
        "class Net(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n        self.body = tf.keras.layers.Dense(16)\n"
        "        self.drop, self.head = tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(2)\n\n    def call(self, x):\n"
        "        return self.head(self.drop(self.body(x), training=True))\n\n\nmodel = Net()\n",
        "training-mode-fixed",
    ),
    "a number that another method sets": (
        TAPE,
        TAPE[TAPE.index("@tf.function") :],
        "class Loop:\n    def __init__(self):\n        self.rate = 0.0\n\n    @tf.function\n    def train(self, batch, answers):\n"
        "        with tf.GradientTape() as tape:\n            loss = loss_function(answers, model(batch, training=True))\n"
        "        for one, each in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):\n"
        "            one.assign_sub(self.rate * each)\n        return loss\n\n    def warm(self, epoch):\n        self.rate = 0.01 * epoch\n\n"
        "    def fit(self):\n        for epoch in range(9):\n            self.warm(epoch)\n            for batch, answers in data:\n"
        "                self.train(batch, answers)\n\n\nLoop().fit()\n",
        "state-in-graph",
    ),
    "a number that the loop sets": (
        TAPE.replace("    optimizer.apply_gradients(zip(", "    for one, each in zip(").replace(
            "model.trainable_variables))\n    return", "model.trainable_variables):\n        each.assign_sub(rate * one)\n    return"
        ),
        "for epoch in range(8):\n",
        "rate = 0.1\nfor epoch in range(8):\n    rate = rate * 0.9\n",
        "state-in-graph",
    ),
    "unfrozen in Keras 3": (AGAIN, "history = ", "model.fit(data, verbose=0)\nmodel.layers[0].trainable = True\nhistory = ", "compiled-before"),
}  # fmt: skip
"""The same for looks that are there already."""
FEW = ("best-is-worst", "logits-as-probabilities", "metric-not-reset", "monitor-missing", "not-batched")
"""Those that every change is tested with."""


def written(directory: Path, text: str) -> Path:
    path = directory / "train.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FIT, id="fit"),
        pytest.param(TAPE, id="tape"),
        pytest.param(KEPT, id="kept", marks=pytest.mark.release),
        pytest.param(TOLD, id="told"),
        pytest.param(BINARY, id="binary"),
        pytest.param(READ_BACK, id="read-back", marks=pytest.mark.release),
        pytest.param(RECURRENT, id="recurrent", marks=pytest.mark.release),
        pytest.param(FUNCTIONAL, id="functional"),
        pytest.param(ITERATED, id="iterated"),
        pytest.param(NESTED, id="nested"),
        pytest.param(BY_HAND, id="by-hand", marks=pytest.mark.release),
        pytest.param(APPLIED, id="applied", marks=pytest.mark.release),
        pytest.param(REGRESSION, id="regression"),
        pytest.param(LATER, id="later"),
        pytest.param(RATINGS, id="ratings"),
        pytest.param(RARELY, id="rarely", marks=pytest.mark.release),
        pytest.param(TWO_MODELS, id="two-models", marks=pytest.mark.release),
        pytest.param(ADVERSARIAL, id="adversarial", marks=pytest.mark.release),
        pytest.param(BATCHES, id="batches", marks=pytest.mark.release),
        pytest.param(FUNCTION, id="function", marks=pytest.mark.release),
        pytest.param(AGAIN, id="frozen", marks=pytest.mark.release),
    ],
)
def test_nothing_is_found_in_a_program_that_is_right(tmp_path: Path, text: str) -> None:
    report = examine(written(tmp_path, text), steps=10)
    assert report["crash"] is None, report["crash"]
    assert first(report) == "", report["findings"]
    assert report["steps"] >= (0 if text == BY_HAND else 10)
    assert report["framework"] == "tf"


@pytest.mark.parametrize(
    ("measured", "look"),
    [
        (
            "found = model.predict(inputs, verbose=0)\nprint(np.mean((found > 0.5).astype(int) == labels))\n",
            "metric-pairs-all",
        ),
        (
            "rows = labels[:, None]\nfound = model.predict(inputs, verbose=0).ravel()\nprint(np.abs(rows - found).mean())\n",
            "metric-pairs-all",
        ),
        ("found = model.predict(inputs, verbose=0)[:, 0]\nprint(np.mean((found > 0.5).astype(int) == labels))\n", ""),
        ("found = model.predict(inputs, verbose=0)\nprint(np.abs(labels.reshape(-1, 1) - found).mean())\n", ""),
    ],
    ids=["column", "labels", "row", "columns"],
)
def test_predictions_that_are_compared_with_all_labels_are_seen(tmp_path: Path, measured: str, look: str) -> None:
    report = examine(written(tmp_path, REGRESSION[: REGRESSION.index("print(")] + measured), steps=10)
    assert first(report) == look, report["findings"]


@pytest.mark.parametrize(
    "look", [pytest.param(look, marks=[] if look in FEW else pytest.mark.release) for look in WRONG]
)
def test_what_is_wrong_is_found(tmp_path: Path, look: str) -> None:
    text, old, new = WRONG[look]
    assert old in text
    assert first(examine(written(tmp_path, text.replace(old, new)))) == look


@pytest.mark.parametrize("name", MORE)
def test_the_same_mistake_is_found_in_another_way_to_write_it(tmp_path: Path, name: str) -> None:
    text, old, new, look = MORE[name]
    assert old in text
    report = examine(written(tmp_path, text.replace(old, new)))
    assert (report["crash"], first(report)) == (None, look)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if "own" in name or "3" in name else pytest.mark.release) for name in TRACED]
)
def test_what_ends_a_trace_is_found_in_its_line(tmp_path: Path, name: str) -> None:
    text, old, new, look = TRACED[name]
    assert old in text
    report = examine(written(tmp_path, text.replace(old, new)), steps=10)
    assert first(report) == look
    if look in ("value-in-graph", "error-in-trace", "variable-made-again"):
        # a function that TensorFlow has converted is in another file
        place = report["findings"][0]["place"]
        assert place["code"].startswith(("return", "if", "scale", "train_step"))


@pytest.mark.parametrize("text", [OWN_LOSS, OWN_METRIC], ids=["converted", "eagerly"])
def test_a_notebook_with_functions_of_its_own_is_traced_as_in_jupyter(tmp_path: Path, text: str) -> None:
    cells = [{"cell_type": "code", "source": part} for part in text.partition("def ")[::2]]
    cells[1]["source"] = "def " + cells[1]["source"]
    path = tmp_path / "mine.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    report = examine(path, steps=10)
    assert (report["crash"], first(report)) == (None, "")


WEIGHTED = f"""{START}

labels = np.zeros((64, 10), "int64")
labels[:, :3] = np.random.randint(0, 4, (64, 3))
weights = np.zeros((64, 10), "float32")
weights[:, :3] = 1.0
tagger = tf.keras.Sequential([tf.keras.layers.Dense(40), tf.keras.layers.Reshape((10, 4))])
tagger.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
tagger.fit(inputs, labels, sample_weight=weights, batch_size=16, epochs=8, verbose=0)
"""
"""A tagger whose padding has the weight 0."""


@pytest.mark.parametrize(("option", "look"), [("metrics", "metric-without-weights"), ("weighted_metrics", "")])
def test_a_metric_that_counts_what_the_loss_leaves_out(tmp_path: Path, option: str, look: str) -> None:
    (tmp_path / "program.py").write_text(WEIGHTED.replace("metrics=[", f"{option}=["), encoding="utf-8")
    looks = [finding["look"] for finding in examine(tmp_path / "program.py")["findings"]]
    assert ("metric-without-weights" in looks) == bool(look)
