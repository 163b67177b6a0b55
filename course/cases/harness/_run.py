"""Runs the `main()` of a script on data that were drawn, and watches it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from course.paths import ASSETS

CONTROL = (StopIteration, StopAsyncIteration, GeneratorExit)
"""The exceptions by which Python ends loops, and which mean no error."""


@dataclass
class Ran:
    """What a run of `main()` left behind.

    Attributes:
        found: the variables of `main()` at its end, by name.
        rates: the learning rate of each step of an optimizer.
        trained: the number of parameters that the first step of an optimizer had gradients for; of several optimizers, the most.
        first_loss: the loss of the first backward pass; None without one.
        old_gradients, lost_gradients: see course/gradients.py.
        caught: the errors that reached a line of the answer and that the answer caught: the type, and the line.
    """

    found: Mapping[str, Any] = field(default_factory=dict)
    rates: list[float] = field(default_factory=list)
    trained: int = 0
    first_loss: float | None = None
    old_gradients: int = 0
    lost_gradients: int = 0
    caught: list[tuple[str, int]] = field(default_factory=list)

    @property
    def mean_rate(self) -> float:
        """The mean learning rate, as a share of the highest one."""
        return sum(self.rates) / len(self.rates) / max(self.rates) if any(self.rates) else 0.0


def run_once(answer: ModuleType, given: Mapping[str, Any], watch: Callable[[Ran], Any]) -> Ran:
    """Run `main()` of an answer, or give back how it ran before; what it raised is raised again.

    Args:
        given: the rows of each split as `data`, the name of the checkpoint, and the seed.
        watch: a context manager that notes each optimizer step in `rates`.
    """
    done = answer.__dict__.get("__ran__")
    if done is None:
        try:
            done = _run(answer, given, watch)
        except BaseException as error:
            done = error
        answer.__dict__["__ran__"] = done
    if isinstance(done, BaseException):
        raise done
    return done


def _run(answer: ModuleType, given: Mapping[str, Any], watch: Callable[[Ran], Any]) -> Ran:
    ran = Ran()
    with tempfile.TemporaryDirectory() as directory, working_in(directory):
        write_splits(Path(directory) / "data", given["data"])
        _keep_caches_in(Path(directory) / "cache")
        arguments = {
            "checkpoint": str(ASSETS / "cases" / given["checkpoint"]),
            "dataset": str(Path(directory) / "data"),
            "output": str(Path(directory) / "output"),
            "seed": given["seed"],
        }
        with watch(ran), traced(answer, ran):
            answer.main(**arguments)
    return ran


@contextmanager
def working_in(directory: str) -> Any:
    """Work in a directory meanwhile: a script may write where it stands."""
    before = Path.cwd()
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)


def write_splits(directory: Path, splits: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Write each split as a file of JSON lines, which `load_dataset` reads from the directory."""
    directory.mkdir(parents=True)
    for split, rows in splits.items():
        lines = [json.dumps(row) + "\n" for row in rows]
        (directory / f"{split}.jsonl").write_text("".join(lines), encoding="utf-8")


def _keep_caches_in(directory: Path) -> None:
    import datasets

    datasets.disable_progress_bars()
    datasets.config.HF_DATASETS_CACHE = directory
    datasets.config.DOWNLOADED_DATASETS_PATH = directory / "downloads"


def padding_read(batch: Mapping[str, Any], padding: int | None) -> int:
    """The number of padding tokens in a batch that its attention mask does not leave out."""
    ids = np.asarray(batch["input_ids"])
    mask = np.asarray(batch["attention_mask"]) if "attention_mask" in batch else np.ones_like(ids)
    return int(((ids == padding) & (mask != 0)).sum())


def padding_learned(batch: Mapping[str, Any], padding: int | None) -> int:
    """The number of padding tokens in a batch that have a label, so that the loss counts them."""
    ids, labels = np.asarray(batch["input_ids"]), np.asarray(batch["labels"])
    if labels.ndim < 2:
        return 0
    # the labels of a sequence of its own have the padding token as their label
    padded = ids == padding if labels.shape == ids.shape and "decoder_input_ids" not in batch else labels == padding
    return int((padded & (labels != -100)).sum())


@contextmanager
def traced(answer: ModuleType, ran: Ran) -> Any:
    """Note the variables of `main()` at its end, and the errors that reach a line of the answer."""
    path = answer.__file__
    main = answer.main.__code__

    def follow(frame: FrameType, event: str, value: Any) -> Any:
        if event == "exception" and not issubclass(value[0], CONTROL):
            ran.caught.append((value[0].__name__, frame.f_lineno))
        elif event == "return" and frame.f_code is main:
            ran.found = dict(frame.f_locals)
        return follow

    def enter(frame: FrameType, event: str, value: Any) -> Any:
        return follow if frame.f_code.co_filename == path else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)
