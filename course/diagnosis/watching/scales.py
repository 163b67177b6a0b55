"""How large the numbers are that a model gets in training, and later: what was prepared must be prepared in the same way again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from course.diagnosis.watching.rows import NUMBERS, is_content
from course.diagnosis.watching.values import as_array

FEWEST = 4
"""How many rows must have been measured: a single one may only be there to try something."""
CONSTANT = 0.9
"""The share of columns with a single value from which on rows are made up, to see what one of the others does."""
CALLS = 200
"""How many calls of each kind are measured."""


class Scales:
    """The sizes of a model's inputs: of each batch, that of its middle row, as the root of the mean square."""

    def __init__(self) -> None:
        self._trained: dict[int, list[float]] = {}
        self._later: dict[int, list[float]] = {}
        # the class of a model and the shape of its rows, by which one that is read back is known
        self._kinds: dict[int, tuple[object, ...]] = {}
        # the mean squares of the rows that came later: a row that is tried again and again counts once
        self._rows: set[float] = set()

    def stepped(self) -> None:
        """Forget what was measured before a step: who acts while training goes on, as an agent does, gets what comes."""
        self._later.clear()
        self._rows.clear()

    def note(self, model: Any, inputs: Mapping[str, Any], training: bool) -> None:
        """Note the size of a batch of numbers; of a model with several inputs, none."""
        sizes = (self._trained if training else self._later).setdefault(id(model), [])
        numbers = [each for each in inputs.values() if "float" in str(getattr(each, "dtype", ""))]
        contents = [each for name, each in inputs.items() if is_content(name, each)]
        if len(contents) != 1 or len(numbers) != 1 or len(sizes) >= CALLS or contents[0] is not numbers[0]:
            return
        array = as_array(contents[0]) if math.prod(contents[0].shape) <= NUMBERS else None
        if array is not None and array.size and np.ptp(array) and (training or not is_made_up(array)):
            self._kinds[id(model)] = (type(model), array.shape[1:])
            rows = np.square(array.reshape(len(array), -1), dtype="float64").mean(axis=1)
            sizes.append(float(np.sqrt(np.median(rows))))
            if not training:
                self._rows.update(rows.tolist())

    def apart(self) -> tuple[float, float] | None:
        """The middle size in training and that of the calls after it, if this lies beyond all of training."""
        only = next(iter(self._trained)) if len(self._trained) == 1 else None
        for model, later in self._later.items():
            trained = self._trained.get(model)
            if trained is None and only is not None and self._kinds.get(model) == self._kinds.get(only):
                trained = self._trained[only]
            if (
                trained
                and len(self._rows) >= FEWEST
                and later
                and not min(trained) <= float(np.median(later)) <= max(trained)
            ):
                return float(np.median(trained)), float(np.median(later))
        return None


def is_made_up(array: np.ndarray) -> bool:
    """Whether hardly any column of a table has more than one value."""
    return array.ndim == 2 and len(array) > 1 and float((np.ptp(array, axis=0) == 0).mean()) > CONSTANT
