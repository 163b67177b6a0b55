"""Programs that end with the errors that beginners ask about most often: each is explained, in the words that the installed libraries use."""

from pathlib import Path

import pytest
from support.doctor import first

from course.diagnosis.running.launch import examine

pytestmark = pytest.mark.usefixtures("libraries_imported")

LOOP = """\
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

inputs = torch.randn(64, 8)
labels = (inputs[:, 0] > 0).long()
batches = DataLoader(TensorDataset(inputs, labels), batch_size=16, shuffle=True)
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
loss_function = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for rows, right in batches:
    outputs = model(rows)
    loss = loss_function(outputs, right)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(float(loss))
"""
MODEL = next(line for line in LOOP.splitlines(keepends=True) if line.startswith("model = "))
IMAGES = (
    LOOP.replace("randn(64, 8)", "randn(64, 8, 8, 3)")
    .replace("inputs[:, 0]", "inputs.mean((1, 2, 3))")
    .replace(MODEL, "model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Linear(144, 2))\n")
)
SEQUENCES = LOOP.replace("randn(64, 8)", "randn(60, 5, 8)").replace("inputs[:, 0]", "inputs[:, 0, 0]")
NET = (
    "\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layer = nn.Linear(8, 2)\n\n"
    "    def forward(self, rows):\n        return self.layer(rows)\n\n\nmodel = Net()\n"
)
OWN = LOOP.replace(MODEL, NET)
LISTS = """\
from transformers import DistilBertConfig, DistilBertForSequenceClassification

model = DistilBertForSequenceClassification(DistilBertConfig(vocab_size=9, dim=8, hidden_dim=8, n_layers=1, n_heads=1))
batch = {"input_ids": [[1, 2]], "attention_mask": [[1, 1]], "labels": [1]}
outputs = model(**batch)
print(outputs.loss)
"""
TENSORS = LISTS.replace("[[1, 2]]", "torch.tensor([[1, 2]])").replace("[[1, 1]]", "torch.tensor([[1, 1]])")
TENSORS = "import torch\n" + TENSORS.replace("[1]", "torch.tensor([1])")
PT = {
    "array-for-tensor": (LOOP, "outputs, right)", "outputs, right.numpy())", "inputs-not-tensors"),
    "batch-of-one": (LOOP, "randn(64", "randn(65", "batch-of-one"),
    "class": (OWN, "Net()", "Net", "class-not-called"),
    "condition": (LOOP, "print(", "if outputs.argmax(-1) == right:\n    print(1)\nprint(", "condition-of-array"),
    "double": (LOOP, "randn(64, 8)", "randn(64, 8, dtype=torch.float64)", "number-types-differ"),
    "empty": (LOOP, "randn(64", "randn(0", "training-set-empty"),
    "encoding": (LOOP, "inputs = ", 'open("a", "wb").write(b"\\xe9")\nopen("a", encoding="utf-8").read()\ninputs = ', "file-encoding"),
    "few-rows": (LOOP, "batch_size=16", "batch_size=99, drop_last=True", "no-batches"),
    "float-labels": (LOOP, ".long()", ".float()", "labels-of-another-type"),
    "forward": (OWN, "def forward", "def foward", "forward-missing"),
    "images": (IMAGES, "outputs = ", "outputs = ", "input-shape-differs"),
    "json": (LOOP, "print(", 'import json\n\njson.dump(loss.detach().numpy(), open("a", "w"))\nprint(', "not-serializable"),
    "labels-axis": (LOOP, "outputs, right)", "outputs, right[:, None])", "labels-axis-too-many"),
    "lists": (LISTS, "", "", "inputs-not-tensors"),
    "loss-class": (LOOP, "loss_function(outputs", "nn.CrossEntropyLoss(outputs", "loss-class-called"),
    "lstm": (SEQUENCES, MODEL, "model = nn.Sequential(nn.LSTM(8, 4, batch_first=True), nn.Linear(4, 2))\n", "layer-returns-several"),
    "lstm-state": (
        SEQUENCES.replace("model(rows)", "model(rows, state)[0][:, -1]"),
        MODEL,
        "model = nn.LSTM(8, 2, batch_first=True)\nstate = (torch.zeros(1, 16, 2), torch.zeros(1, 16, 2))\n",
        "state-of-another-batch",
    ),
    "moved": (LOOP, "import torch\n", "import torch\nfrom transformers import AdamW\n", "name-moved"),
    "no-grad": (LOOP, "    loss = loss", "    outputs = outputs.detach()\n    loss = loss", "loss-without-graph"),
    "nothing-returned": (OWN, "return self.layer", "self.layer", "function-returns-nothing"),
    "other-names": (LOOP, "print(", 'model.load_state_dict({"module.0.weight": torch.zeros(16, 8)})\nprint(', "names-of-weights-differ"),
    "super": (OWN, "        super().__init__()\n", "", "super-not-called"),
    "target-size": (LOOP.replace("CrossEntropy", "BCEWithLogits").replace("16, 2", "16, 1"), "outputs, right)", "outputs, right.float())", "target-size-differs"),
    "texts": (LOOP, "inputs = ", 'torch.tensor([float(each) for each in ("1", "low")])\ninputs = ', "texts-for-numbers"),
    "unknown-argument": (LOOP, "lr=1e-3", "rate=1e-3", "argument-unknown"),
    "unknown-name": (LOOP, "AdamW", "AdamV", "name-unknown"),
    "unpacked": (TENSORS.replace("print(outputs.loss)", "loss.backward()"), "outputs = ", "loss, logits = ", "output-unpacked"),
    "unpacked-differently": (LOOP, "for rows, right", "for rows, right, other", "unpacked-differently"),
    "whole-model": (LOOP, "print(", 'torch.save(model, "a")\ntorch.load("a")\nprint(', "weights-only"),
}  # fmt: skip
"""A program that is right, what is written in it in place of what, and the look that explains the error."""
FIT = """\
import os

os.environ["TF_USE_LEGACY_KERAS"] = "0"
import keras
import numpy as np
import tensorflow as tf

inputs = np.random.randn(64, 8).astype("float32")
labels = (inputs[:, 0] > 0).astype("int64")
model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(2)])
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss=loss, metrics=["accuracy"])
history = model.fit(inputs, labels, epochs=2, verbose=0)
print(history.history["accuracy"][-1])
"""
TF = {
    "acc": ('["accuracy"][-1]', '["acc"][-1]', "history-key-missing"),
    "batch-in-shape": ("Sequential([", "Sequential([keras.Input((64, 8)), ", "input-shape-differs"),
    "ending": ("print(", 'model.save("model")\nprint(', "file-ending"),
    "fewer-labels": ("fit(inputs, labels", "fit(inputs, labels[:60]", "rows-differ"),
    "lists": ("fit(inputs, labels", "fit(inputs.tolist(), labels.tolist()", "lists-for-keras"),
    "lr": ("Adam(1e-3)", "Adam(lr=1e-3)", "renamed-argument"),
    "moved": ("print(", "model.predict_classes(inputs)\nprint(", "name-moved"),
    "name": ("loss=loss", 'loss="cross-entropy"', "identifier-unknown"),
    "not-compiled": ("model.compile(", "dict(", "not-compiled"),
    "one-hot": ("loss=loss", 'loss="categorical_crossentropy"', "one-hot-expected"),
    "placeholder": ("model = ", "tf.reshape(keras.Input((8,)), (-1,))\nmodel = ", "symbolic-input"),
    "texts": ("fit(inputs, labels", 'fit(inputs, np.where(labels, "yes", "no")', "texts-for-numbers"),
    "two-inputs": (
        "model = keras.Sequential([",
        "two = [keras.Input((8,)), keras.Input((8,))]\nmodel = keras.Model(two, keras.layers.Concatenate()(two)) or keras.Sequential([",
        "inputs-missing",
    ),
    "types": ("print(", 'tf.matmul(inputs.astype("float64"), tf.zeros((8, 2)))\nprint(', "number-types-differ"),
}
"""What is written in a program of Keras in place of what, and the look that explains the error."""
FEW = ("double", "loss-class", "no-grad", "lists")
"""Those that every change is tested with."""


def explained(directory: Path, text: str) -> str:
    path = directory / "train.py"
    path.write_text(text)
    report = examine(path)
    assert report["crash"] is not None
    return first(report)


@pytest.mark.pt
@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in FEW else pytest.mark.release) for name in PT])
def test_an_error_of_pytorch_is_explained(tmp_path: Path, name: str) -> None:
    text, old, new, look = PT[name]
    assert old in text
    assert explained(tmp_path, text.replace(old, new)) == look


@pytest.mark.tf
@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in FEW else pytest.mark.release) for name in TF])
def test_an_error_of_keras_is_explained(tmp_path: Path, name: str) -> None:
    old, new, look = TF[name]
    assert old in FIT
    assert explained(tmp_path, FIT.replace(old, new)) == look
