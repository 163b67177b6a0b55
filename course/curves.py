"""Curves: sequences of values over steps, and their means for a chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from course.i18n import N_, format_number, translate
from course.lesson import DrawnColumn, Findings

TRAINING_LOSS = N_("training loss")
"""The name of the curve of a training run."""


@dataclass(frozen=True)
class Curve:
    """A named sequence of values, one per step. Values that are not finite are left out of a chart."""

    name: str
    values: Sequence[float]


def column_curve(rows: Findings, column: DrawnColumn, language: str) -> Curve:
    """A column of a table as a curve. Where the rows count steps, each stands for as many as the first."""
    values = [row[column.name] for row in rows for _ in range(rows[0].get("step", 1))]
    return Curve(translate(column.title, language) or column.name, values)


def figure(value: float, highest: float, language: str) -> str:
    """A figure of an axis that goes up to that value, in size: with two decimal places, or more if only they tell levels apart."""
    if not 1e-9 < highest < 1e9:
        return f"{value:.1e}" if value else "0"
    return format_number(value, language, max(2, 1 - math.floor(math.log10(highest))))


def smooth(values: Sequence[float], columns: int) -> list[float | None]:
    """The mean of the finite values in each of `columns` equal parts of a sequence; None where a part has none."""
    means: list[float | None] = []
    for column in range(columns):
        first = column * len(values) // columns
        part = [
            value
            for value in values[first : max(first + 1, (column + 1) * len(values) // columns)]
            if math.isfinite(value)
        ]
        means.append(sum(part) / len(part) if part else None)
    return means
