"""Curves and histograms as the coordinates of an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from course.chart import Curve, smooth
from course.grading.feedback import shown
from course.grading.reports.words import Words

WIDTH, HEIGHT = 360, 170
LEFT, RIGHT, TOP, BOTTOM = 52, 8, 10, 24
"""The margins, in which the axes have their labels."""
COLUMNS = 120
"""How many points a curve is drawn with at most."""
BARS = 10


@dataclass(frozen=True)
class Tick:
    """A label on an axis, and where it stands."""

    at: float
    label: str


@dataclass(frozen=True)
class Chart:
    """A curve: its pieces as lists of points, and its axes."""

    name: str
    told: str
    pieces: Sequence[str]
    levels: Sequence[Tick]
    steps: Sequence[Tick]


@dataclass(frozen=True)
class Bar:
    """A bar: its left edge, its upper edge, its height, and what it stands for."""

    x: float
    y: float
    height: float
    count: int


@dataclass(frozen=True)
class Histogram:
    told: str
    width: float
    bars: Sequence[Bar]
    points: Sequence[Tick]


def chart(curve: Curve, words: Words) -> Chart | None:
    """The picture of a curve; None if it has no value that could be drawn."""
    means = smooth(curve.values, min(COLUMNS, len(curve.values)))
    there = [mean for mean in means if mean is not None]
    if not there:
        return None
    low, high = min(0.0, *there), max(there)
    span = (high - low) * 1.05 or 1.0
    down = (HEIGHT - TOP - BOTTOM) / span
    across = (WIDTH - LEFT - RIGHT) / max(1, len(means) - 1)
    base = HEIGHT - BOTTOM
    drawn = [
        (LEFT + place * across, base - (mean - low) * down) if mean is not None else None
        for place, mean in enumerate(means)
    ]
    pieces = [
        " ".join(f"{x:.1f},{y:.1f}" for x, y in _dotted([point for point in group if point]))
        for is_there, group in groupby(drawn, key=bool)
        if is_there
    ]
    levels = [
        Tick(base - (level - low) * down, shown(level, words.language)) for level in (low, (low + high) / 2, high)
    ]
    steps = words.number(len(curve.values))
    told = words.say(
        "curve",
        name=curve.name,
        steps=steps,
        first=shown(there[0], words.language),
        last=shown(there[-1], words.language),
    )
    return Chart(curve.name, told, pieces, levels, [Tick(LEFT, words.number(1)), Tick(WIDTH - RIGHT, steps)])


def _dotted(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A single point twice over, which round ends make a dot."""
    return points * 2 if len(points) == 1 else points


def histogram(values: Sequence[float], most: float, words: Words) -> Histogram:
    """How many values lie in each tenth of the range from 0 to the most; what lies beyond belongs to the ends."""
    counts = [0] * BARS
    for value in values:
        counts[min(BARS - 1, max(0, int(value / most * BARS)))] += 1
    width = (WIDTH - 2 * RIGHT) / BARS
    scale = (HEIGHT - 2 * BOTTOM) / max(counts)
    base = HEIGHT - BOTTOM
    bars = [
        Bar(RIGHT + place * width, base - count * scale, count * scale, count) for place, count in enumerate(counts)
    ]
    told = "; ".join(
        words.say(
            "bar", low=words.number(place * most / BARS), high=words.number((place + 1) * most / BARS), count=count
        )
        for place, count in enumerate(counts)
    )
    points = [Tick(RIGHT + share * (WIDTH - 2 * RIGHT), words.number(share * most)) for share in (0, 0.5, 1)]
    return Histogram(words.say("bars", bars=told), width, bars, points)
