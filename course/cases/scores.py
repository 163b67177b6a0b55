"""How well the predictions of a repaired script agree with what the judge kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from course.exercise import Handed


def share_of_equals(handed: Handed, kept: Sequence[int]) -> float:
    """The share of labels that were predicted as they are; 0 if not every example has a prediction."""
    predictions = handed.integers("predictions", "main")
    return sum(map(int.__eq__, predictions, kept)) / len(kept) if len(predictions) == len(kept) else 0.0


def share_of_same_texts(handed: Handed, kept: Sequence[str]) -> float:
    """The share of texts that were predicted word by word; 0 if not every example has a prediction."""
    predictions = handed.texts("predictions", "main")
    return sum(map(str.__eq__, predictions, kept)) / len(kept) if len(predictions) == len(kept) else 0.0


def share_of_near(handed: Handed, kept: Sequence[float], near: float) -> float:
    """The share of numbers whose prediction is off by less than a share of them. Raises Unfit if some have no prediction."""
    predictions = handed.array("predictions", (len(kept),), "main")
    errors = np.abs(predictions - np.asarray(kept))
    return float(np.mean(errors < near * np.asarray(kept)))
