"""Notes where the first value in a training comes from that is no number: `nan`, or infinite where nothing may be."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from course.diagnosis.facts import NotANumber, Stage
from course.diagnosis.watching.values import as_array

DEEP = 3
"""How many dictionaries or lists within each other are looked into."""


class Numbers:
    """What is no number in the step that is being taken, in the order in which it arose.

    A model may take `nan` for missing values, and a mask may be infinite. So nothing is wrong before a loss or a gradient is no number;
    then the first value that was none in the same step is the one to be told.

    Attributes:
        first: that value, if there was such a step.
    """

    def __init__(self) -> None:
        self.first: NotANumber | None = None
        self._step = 0
        self._seen: list[NotANumber] = []

    def stepped(self) -> None:
        """An optimizer has taken a step."""
        self._step += 1
        self._seen.clear()

    def note_inputs(self, inputs: Mapping[str, Any], ignored: int) -> None:
        """Note what a model is given; `ignored` is the label that its loss leaves out."""
        self._note("data", inputs)
        self.note_targets(inputs.get("labels"), ignored)

    def note_targets(self, targets: Any, ignored: int) -> None:
        """Note what a loss is given to compare with."""
        array = as_array(targets) if self.first is None else None
        if array is None or not array.size:
            return
        self._note("data", {"labels": targets})
        if array.dtype.kind == "i" and bool((array == ignored).all()):
            self._seen.append(NotANumber("ignored", self._step, "labels", array.size))

    def note_outputs(self, outputs: Any, weights: Iterable[tuple[str, Any]]) -> None:
        """Note what a model returned, and whether it has weights that are no numbers."""
        spoiled = (
            [name for name, value in _tensors(outputs) if name != "loss" and _count(value)] if not self.first else []
        )
        if spoiled:
            self._note("weights", dict(weights))
            self._seen.append(NotANumber("outputs", self._step, spoiled[0]))

    def note_loss(self, value: float) -> None:
        """Note the loss of a backward pass."""
        if not math.isfinite(value):
            self._tell(NotANumber("loss", self._step))

    def note_gradients(self, gradients: Iterable[tuple[str, Any]]) -> None:
        """Note the gradients that an optimizer takes a step with."""
        if self.first is None:
            name = next((name for name, value in gradients if _count(value, infinite=True)), None)
            if name is not None:
                self._tell(NotANumber("gradients", self._step, name))

    def _note(self, stage: Stage, values: Mapping[str, Any]) -> None:
        if self.first is None:
            found = ((name, _count(value)) for name, value in _tensors(values))
            self._seen += [NotANumber(stage, self._step, name, count) for name, count in found if count][:1]

    def _tell(self, last: NotANumber) -> None:
        if self.first is None:
            self.first = (*self._seen, last)[0]


def _tensors(value: Any, name: str = "", deep: int = DEEP) -> Iterator[tuple[str, Any]]:
    """The tensors in a dictionary, a list, or by themselves, each with its name."""
    if isinstance(value, Mapping) and deep:
        for key, each in value.items():
            yield from _tensors(each, str(key), deep - 1)
    elif isinstance(value, list | tuple) and deep:
        for each in value:
            yield from _tensors(each, name, deep - 1)
    elif hasattr(value, "dtype"):
        yield name, value


def _count(value: Any, infinite: bool = False) -> int:
    """How many values of a tensor are `nan`, or infinite if that counts too."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        if not value.is_floating_point():
            return 0
        wrong = ~torch.isfinite(value) if infinite else torch.isnan(value)
        return int(wrong.sum())
    array = as_array(value)
    if array is None or array.dtype.kind != "f":
        return 0
    return int(np.count_nonzero(~np.isfinite(array) if infinite else np.isnan(array)))
