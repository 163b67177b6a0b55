"""Programs that train with PyTorch, run and watched: what is wrong is found, and nothing where nothing is."""

import json
from pathlib import Path

import pytest
from jsonschema import validate
from support.doctor import first
from support.marks import PINNED

from course.diagnosis.running.launch import examine
from course.paths import CHECKOUT

pytestmark = PINNED["pt"]

SCHEMA = json.loads((CHECKOUT / "docs" / "doctor.schema.json").read_text())
LOOP = """\
import torch

torch.manual_seed(0)
inputs = torch.randn(64, 8)
labels = (inputs[:, 0] > 0).long()
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loss_function = torch.nn.CrossEntropyLoss()
for step in range(20):
    logits = model(inputs)
    loss = loss_function(logits, labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
"""
"""A training loop that is right."""
RIGHT = {
    "plain": LOOP,
    "ignored": LOOP.replace("CrossEntropyLoss()", "CrossEntropyLoss(ignore_index=-1)").replace(
        "model = ", "labels[:8] = -1\nmodel = ", 1
    ),
    "two-optimizers": LOOP.replace(
        "optimizer = ", "other = torch.optim.SGD(model[0].parameters(), lr=1e-3)\noptimizer = "
    ).replace("    optimizer.zero_grad()\n", "    other.step()\n    optimizer.zero_grad()\n"),
}
"""Loops that are right, in several styles."""
WRONG = {
    "gradients-all-zero": ("    optimizer.step()\n    optimizer.zero_grad()\n", "    optimizer.zero_grad()\n    optimizer.step()\n"),
    "gradients-pile-up": ("    optimizer.zero_grad()\n", ""),
    "loss-not-connected": ("    loss.backward()\n", "    loss = torch.tensor(loss.item(), requires_grad=True)\n    loss.backward()\n"),
    "softmax-twice": ("logits = model(inputs)", "logits = model(inputs).softmax(dim=-1)"),
    "log-missing": ("torch.nn.CrossEntropyLoss()", "torch.nn.NLLLoss()"),
    "label-beyond-outputs": (".long()", ".long() + 1"),
    "other-parameters": (
        "optimizer = ",
        "old, model = model, torch.nn.Linear(8, 2)\noptimizer = torch.optim.AdamW(old.parameters(), lr=1e-3) or ",
    ),
    "evaluation-mode": ("for step", "model.eval()\nfor step"),
    "rate-unusual": ("lr=1e-3", "lr=0.5"),
    "rate-learns-nothing": (
        "torch.optim.AdamW(model.parameters(), lr=1e-3)",
        "torch.optim.Adagrad(model.parameters(), lr=1e-9)",
    ),
    "batch-not-learned": (
        "inputs = torch.randn(64, 8)\nlabels = (inputs[:, 0] > 0).long()\n",
        "inputs = torch.zeros(64, 8)\nlabels = torch.arange(64) % 2\n",
    ),
    "nothing-trainable": ("optimizer = ", "model.requires_grad_(False)\noptimizer = "),
}  # fmt: skip
"""What is written in place of what, by the look that finds it."""
FEW = ("batch-not-learned", "gradients-all-zero", "label-beyond-outputs", "rate-learns-nothing")
"""Those that every change is tested with."""


@pytest.mark.parametrize(
    "style", [pytest.param(style, marks=[] if style == "plain" else pytest.mark.release) for style in RIGHT]
)
def test_nothing_is_found_in_a_loop_that_is_right(tmp_path: Path, style: str) -> None:
    path = tmp_path / "train.py"
    path.write_text(RIGHT[style])
    report = examine(path)
    assert first(report) == "", report
    validate(report, SCHEMA)
    assert report["steps"] >= 20


def test_what_cannot_be_noted_does_not_harm_the_program(tmp_path: Path) -> None:
    # it looks like a batch of token ids, and is none
    odd = "class Odd:\n    shape = (2, 2)\n\n\nclass Model(torch.nn.Sequential):\n"
    odd += "    def forward(self, inputs, input_ids=None):\n        return super().forward(inputs)\n\n\n"
    text = LOOP.replace("inputs = ", odd + "inputs = ", 1).replace("torch.nn.Sequential(torch", "Model(torch")
    path = tmp_path / "train.py"
    path.write_text(text.replace("model(inputs)", "model(inputs, input_ids=Odd())"))
    report = examine(path)
    assert report["crash"] is None
    assert report["steps"] >= 20


@pytest.mark.parametrize(
    "look", [pytest.param(look, marks=[] if look in FEW else pytest.mark.release) for look in WRONG]
)
def test_what_is_wrong_with_a_loop_is_found(tmp_path: Path, look: str) -> None:
    old, new = WRONG[look]
    assert old in LOOP
    path = tmp_path / "train.py"
    path.write_text(LOOP.replace(old, new))
    assert first(examine(path)) == look
