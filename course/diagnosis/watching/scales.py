"""How large the numbers are that a model gets in training, and later: what was prepared must be prepared in the same way again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from course.diagnosis.watching.rows import NUMBERS, is_content
from course.diagnosis.watching.values import as_array

CALLS = 200
"""How many calls of each kind are measured."""


class Scales:
    """The sizes of a model's inputs, each the root of the mean square of a batch."""

    def __init__(self) -> None:
        self._trained: dict[int, list[float]] = {}
        self._later: dict[int, list[float]] = {}

    def note(self, model: Any, inputs: Mapping[str, Any], training: bool) -> None:
        """Note the size of a batch of numbers; of a model with several inputs, none."""
        sizes = (self._trained if training else self._later).setdefault(id(model), [])
        contents = [each for name, each in inputs.items() if is_content(name, each)]
        if len(contents) != 1 or len(sizes) >= CALLS or "float" not in str(contents[0].dtype):
            return
        array = as_array(contents[0]) if math.prod(contents[0].shape) <= NUMBERS else None
        if array is not None and array.size and np.ptp(array):
            sizes.append(float(np.sqrt(np.mean(np.square(array, dtype="float64")))))

    def apart(self) -> tuple[float, float] | None:
        """The middle size in training, and of the later ones the one that is farthest from all of training; None if none lies beyond."""
        found = []
        for model, later in self._later.items():
            trained = self._trained.get(model)
            if not trained or not later:
                continue
            least, most, middle = min(trained), max(trained), float(np.median(trained))
            found += [(max(size / most, least / size), middle, size) for size in later if size > 0]
        beyond, middle, size = max(found, default=(0.0, 0.0, 0.0))
        return (middle, size) if beyond > 1 else None
