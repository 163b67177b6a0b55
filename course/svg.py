"""Curves as the coordinates of an SVG picture, whose words a browser draws with fonts of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from course.curves import Curve, smooth

WIDTH, HEIGHT = 360, 170
LEFT, RIGHT, TOP, BOTTOM = 52, 8, 10, 24
"""The margins, in which the axes have their labels."""
COLUMNS = 120
"""How many points a curve is drawn with at most."""


@dataclass(frozen=True)
class Tick:
    """A label on an axis, and where it stands."""

    at: float
    label: str


@dataclass(frozen=True)
class Line:
    """A curve: its pieces as lists of points, and its first and last mean."""

    name: str
    pieces: Sequence[str]
    first: float
    last: float


@dataclass(frozen=True)
class Picture:
    """Curves over a common axis of steps, and the levels beside it."""

    lines: Sequence[Line]
    levels: Sequence[Tick]
    steps: int


def picture(curves: Sequence[Curve], shown: Callable[[float], str]) -> Picture | None:
    """The picture of those curves that have a value which could be drawn; None if none has. `shown` writes the levels."""
    steps = max((len(curve.values) for curve in curves), default=0)
    means = [smooth(curve.values, -(-COLUMNS * len(curve.values) // max(COLUMNS, steps))) for curve in curves]
    there = [mean for row in means for mean in row if mean is not None]
    if not there:
        return None
    low, high = min(0.0, *there), max(there)
    down = (HEIGHT - TOP - BOTTOM) / ((high - low) * 1.05 or 1.0)
    base = HEIGHT - BOTTOM
    lines = []
    for curve, row in zip(curves, means, strict=True):
        values = [mean for mean in row if mean is not None]
        if values:
            width = (WIDTH - LEFT - RIGHT) * (len(curve.values) - 1) / max(1, steps - 1)
            across = width / max(1, len(row) - 1)
            drawn = [
                (LEFT + place * across, base - (mean - low) * down) if mean is not None else None
                for place, mean in enumerate(row)
            ]
            lines.append(Line(curve.name, _pieces(drawn), values[0], values[-1]))
    levels = [Tick(base - (level - low) * down, shown(level)) for level in (low, (low + high) / 2, high)]
    return Picture(lines, levels, steps)


def _pieces(drawn: Sequence[tuple[float, float] | None]) -> list[str]:
    """The points as SVG writes them, broken where one is missing."""
    return [
        " ".join(f"{x:.1f},{y:.1f}" for x, y in _dotted([point for point in group if point]))
        for is_there, group in groupby(drawn, key=bool)
        if is_there
    ]


def _dotted(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A single point twice over, which round ends make a dot."""
    return points * 2 if len(points) == 1 else points
