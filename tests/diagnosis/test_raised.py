"""Lines that libraries refuse, each with the look that must know their error. The libraries that are installed word it."""

from dataclasses import replace

import pytest
from diagnosis.test_looks import HEALTHY

from course.diagnosis.diagnose import diagnose
from course.diagnosis.facts import Crash, Place

KERAS = """
import numpy as np
import tensorflow as tf
import keras
from keras import layers

rng = np.random.default_rng(0)
x = rng.normal(size=(40, 12)).astype("float32")
y = rng.integers(0, 4, size=40)


def made(*more):
    model = keras.Sequential([keras.Input((12,)), *more, layers.Dense(4, activation="softmax", name="last")])
    model.compile("sgd", "sparse_categorical_crossentropy", run_eagerly=True)
    return model
"""
TENSORFLOW = {
    "output-without-input": "keras.Model(keras.Input((12,)), layers.Dense(4)(keras.Input((12,))))",
    "model-never-called": "keras.Sequential([layers.Dense(4)]).input",
    "not-built": "keras.Sequential([layers.Dense(4)]).count_params()",
    "layer-names-repeated": "h = layers.Dense(12, name='a')(keras.Input((12,)))\nmade(layers.Dense(12, name='a'), layers.Dense(12, name='a'))",
    "layer-not-in-model": "made().get_layer('first')",
    "input-names-differ": "keras.Model({'a': (a := keras.Input((12,), name='a')), 'b': (b := keras.Input((12,), name='b'))}, layers.Add()([a, b])).predict({'a': x, 'c': x}, verbose=0)",
    "output-names-differ": "a = keras.Input((12,))\nmodel = keras.Model(a, {'kind': layers.Dense(4)(a), 'size': layers.Dense(1)(a)})\nmodel.compile('sgd', {'kind': 'mse', 'length': 'mse'})\nmodel.fit(x, {'kind': y, 'size': y}, verbose=0)",
    "class-weight-of-several-outputs": "a = keras.Input((12,))\nmodel = keras.Model(a, [layers.Dense(4)(a), layers.Dense(1)(a)])\nmodel.compile('sgd', ['mse', 'mse'])\nmodel.fit(x, [x[:, :4], x[:, :1]], class_weight={0: 1.0}, verbose=0)",
    "vocabulary-not-adapted": "layers.TextVectorization(max_tokens=50)(tf.constant(['a text']))",
    "tape-used-up": "v = tf.Variable(1.0)\nwith tf.GradientTape() as tape:\n    loss = v * v\ntape.gradient(loss, v)\ntape.gradient(loss, v)",
    "labels-beside-dataset": "made().fit(tf.data.Dataset.from_tensor_slices(x).batch(8), y, verbose=0)",
    "outputs-of-every-place": "keras.losses.sparse_categorical_crossentropy(y[:8], rng.normal(size=(8, 6, 6, 4)))",
    "shape-not-a-tuple": "keras.Input(shape=12)",
    "joined-shapes-differ": "layers.Concatenate()([keras.Input((12,)), keras.Input((6, 2))])",
    "reshape-impossible": "made(layers.Reshape((3, 3)))",
    "schedule-returns-nothing": "made().fit(x, y, verbose=0, callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch: None)])",
    "stateful-without-batch-size": "layers.LSTM(8, stateful=True)(keras.Input((10, 1)))",
    "class-not-called": "keras.Sequential([layers.Dense(4), layers.Flatten])",
    "add-weight-by-place": "layer = layers.Layer()\nlayer.add_weight('scale', shape=(12,))",
    "tensor-not-changed": "t = tf.constant(x)\nt[0, 0] = 1.0",
    "tensor-for-array": "tf.constant(x).astype('int32')",
    "loader-indexed": "tf.data.Dataset.from_tensor_slices(x).batch(8)[0]",
    "length-not-known": "len(tf.data.Dataset.from_tensor_slices(x).filter(lambda row: True))",
    "history-indexed": "made().fit(x, y, verbose=0)['loss']",
    "types-in-tensorflow": "tf.constant([1, 2]) * 0.5",
    "number-types-differ": "tf.constant([1, 2]) + tf.constant([0.5, 1.0])",
    "functional-parts": "keras.Model(keras.Input((12,)), layers.Dense(4))",
    "layer-given-no-tensor": "layers.Dense(4)(layers.Dense(3))",
    "lists-for-keras": "made().fit(x.tolist(), y.tolist(), verbose=0)",
    "identifier-unknown": "layers.Dense(4, activation='reLu')",
    "argument-unknown": "layers.Dense(4, inputs=5)",
    "file-ending": "made().save_weights('weights.h5')",
    "variable-made-again": "@tf.function\ndef f(a):\n    return tf.Variable(a) + 1.0\n\n\nf(tf.constant(1.0))",
    "written-for-tensorflow-1": "tf.compat.v1.placeholder(tf.float32)",
    "array-of-objects": "tf.constant(np.array([[1.0, None]], dtype=object))",
    "module-moved": "from keras.layers.core import Dense",
    "name-moved": "made().predict_classes(x)",
    "evaluate-without-metrics": "loss, accuracy = made().evaluate(x, y, verbose=0)",
}
TORCH = """
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

x = torch.randn(16, 12)
y = torch.randint(0, 4, (16,))
net = nn.Linear(12, 4)
loader = DataLoader(TensorDataset(x, y), batch_size=4)
"""
SMALL = "import transformers\n\nsmall = transformers.DistilBertConfig(vocab_size=9, dim=8, n_heads=1, n_layers=1, hidden_dim=8)"
PYTORCH = {
    "leaf-changed-in-place": "net.weight -= 0.1",
    "view-of-scattered-numbers": "x.t().view(-1)",
    "no-pooler": f"{SMALL}\ntransformers.DistilBertModel(small)(y[None]).pooler_output",
    "hidden-states-not-asked": f"{SMALL}\ntransformers.DistilBertForTokenClassification(small)(y[None]).hidden_states[-1]",
    "model-without-head": f"{SMALL}\ntransformers.DistilBertModel(small)(y[None]).logits",
    "axis-not-there": "y.argmax(dim=1)",
    "place-beyond-end": "x[16]",
    "example-of-no-tensor": "next(iter(DataLoader([None, None], batch_size=2)))",
    "loader-indexed": "loader[0]",
    "method-without-parentheses": "for name, values in net.named_parameters:\n    pass",
    "parameter-in-two-groups": "torch.optim.SGD([{'params': [net.weight]}, {'params': net.parameters()}], lr=0.1)",
    "result-optimized": "torch.optim.SGD([torch.ones(3, requires_grad=True) * 0.1], lr=0.1)",
    "table-for-array": "import pandas as pd\n\ntorch.from_numpy(pd.DataFrame({'a': [1.0]}))",
    "mean-of-whole-numbers": "y.mean()",
    "labels-of-another-type": "nn.functional.cross_entropy(net(x), y.int())",
    "recurrent-without-batch": "nn.LSTM(12, 8)(x, (torch.zeros(1, 16, 8), torch.zeros(1, 16, 8)))",
    "nothing-to-join": "joined = torch.cat([])",
    "number-gone-through": "for row in torch.tensor(1.0):\n    pass",
    "none-used": "rate = {'steps': 3}.get('rate')\nrate.item()",
    "list-asked-by-name": "[{'text': 'a'}]['text']",
    "list-indexed-by-tensor": "[1, 2, 3][torch.tensor([0, 1])]",
    "unhashable-key": "set([[1, 2]])",
    "dictionary-with-dots": "dict(input_ids=x).input_ids",
    "parts-of-other-lengths": "np.zeros(4)[:] = np.zeros(3)",
    "rows-chosen-by-other-rows": "x[torch.ones(12, dtype=torch.bool)]",
    "index-of-fractions": "x[torch.tensor([0.5])]",
    "text-joined-to-number": "'loss: ' + 3",
    "parts-do-not-add-up": "random_split(loader.dataset, [8, 7])",
    "inputs-not-tensors": "net(np.zeros((16, 12)))",
    "layer-of-another-width": "nn.BatchNorm1d(8)(x)",
    "weights-for-other-classes": "nn.functional.cross_entropy(net(x), y, weight=torch.ones(3))",
    "heads-do-not-divide": "nn.MultiheadAttention(10, 3)",
    "setting-out-of-range": "torch.optim.SGD(net.parameters(), lr=-1)",
    "mask-with-channel": "nn.functional.cross_entropy(torch.randn(2, 3, 4, 4), torch.zeros(2, 1, 4, 4, dtype=torch.long))",
    "arguments-of-other-kinds": "joined = torch.cat(x, x)",
    "array-backwards": "torch.from_numpy(np.zeros(4)[::-1])",
    "order-said-twice": "DataLoader(loader.dataset, shuffle=True, sampler=range(16))",
    "one-truth-for-all": "([1, 2] == [1, 3]).sum()",
    "list-for-array": "[1, 2].mean()",
    "fit-of-a-module": "net.fit(x, y)",
    "wrapped-model": "nn.DataParallel(net).out_features_of_mine",
    "part-of-a-data-set": "random_split(loader.dataset, [8, 8])[0].targets",
    "tensor-formatted": "f'{x:.3f}'",
    "cannot-be-changed": "pair = (1, 2)\npair[0] = 3",
    "taken-one-by-one": "zip([1], [2])[0]",
    "whole-number-needed": "range(16 / 4)",
    "argument-missing": "nn.Linear(12)",
    "arguments-too-many": "net(x, y)",
    "attribute-not-there": "loader.features",
    "divided-by-zero": "1 / (3 // 4)",
    "empty-taken": "max([])",
}


def known(prelude: str, code: str, framework: str) -> str:
    """The look that comes first for the error that some lines end with."""
    names: dict[str, object] = {}
    exec(prelude, names)
    try:
        exec(code, names)
    except Exception as error:
        place = Place("program.py", 1, code.splitlines()[-1])
        crash = Crash(type(error).__name__, str(error), (place,))
    else:
        raise AssertionError("These lines end with no error.")
    return diagnose(replace(HEALTHY, source=prelude + code, framework=framework, crash=crash)).findings[0].look.name


@pytest.mark.tf
@pytest.mark.parametrize("look", TENSORFLOW)
def test_what_tensorflow_says_is_known(look: str) -> None:
    assert known(KERAS, TENSORFLOW[look], "tf") == look


@pytest.mark.pt
@pytest.mark.parametrize("look", PYTORCH)
def test_what_pytorch_says_is_known(look: str) -> None:
    assert known(TORCH, PYTORCH[look], "pt") == look
