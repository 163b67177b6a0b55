"""Programs that train with PyTorch, run and watched: what is wrong is found, and nothing where nothing is."""

import json
from pathlib import Path

import pytest
from jsonschema import validate
from support.marks import PINNED

from course.case import Case, Program
from course.cases.judging import bring_files, broken_script, program_text
from course.contents import cases, programs
from course.diagnosis.running.launch import examine
from course.paths import CHECKOUT
from course.script import Script, read

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
    "nothing-trainable": ("optimizer = ", "model.requires_grad_(False)\noptimizer = "),
}  # fmt: skip
"""What is written in place of what, by the look that finds it."""
FEW = ("gradients-all-zero", "label-beyond-outputs")
"""Those that every change is tested with."""


def first(report: dict[str, object]) -> str:
    """The look of the diagnosis; empty if nothing was found."""
    findings: list[dict[str, str]] = report["findings"]  # type: ignore[assignment]
    return findings[0]["look"] if findings else ""


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


@pytest.mark.parametrize(
    "look", [pytest.param(look, marks=[] if look in FEW else pytest.mark.release) for look in WRONG]
)
def test_what_is_wrong_with_a_loop_is_found(tmp_path: Path, look: str) -> None:
    old, new = WRONG[look]
    assert old in LOOP
    path = tmp_path / "train.py"
    path.write_text(LOOP.replace(old, new))
    assert first(examine(path)) == look


def case_file(program: Program, script: Script, directory: Path) -> Path:
    """A script of a program, with its data and its checkpoint beside it."""
    bring_files(program, directory)
    text = program_text(script).replace('Path(__file__).with_suffix("")', "Path(__file__).parent")
    path = directory / "train.py"
    path.write_text(text)
    return path


@pytest.mark.release
@pytest.mark.parametrize("program", [pytest.param(each, id=each.name) for each in programs() if each.framework == "pt"])
def test_nothing_certain_is_found_in_a_working_script(tmp_path: Path, program: Program) -> None:
    report = examine(case_file(program, read(program.folder / "script.py"), tmp_path))
    assert [each for each in report["findings"] if each["confidence"] != "possible"] == []


@pytest.mark.release
@pytest.mark.parametrize(
    ("program", "case"),
    [pytest.param(program, case, id=case.name) for program, case in cases() if program.framework == "pt"],
)
def test_the_mistake_of_a_case_is_the_diagnosis(tmp_path: Path, program: Program, case: Case) -> None:
    from course.diagnosis.looks import LOOKS

    report = examine(case_file(program, broken_script(program, case), tmp_path))
    expected = [look.name for look in LOOKS if case.name in look.cases]
    assert first(report) in expected, report["findings"]
