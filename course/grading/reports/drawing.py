"""Curves and histograms as the coordinates of an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from course.curves import Curve
from course.grading.feedback import shown
from course.grading.reports.words import Words
from course.svg import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, Tick, picture

BARS = 10


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
    drawn = picture([curve], lambda level: shown(level, words.language))
    if drawn is None:
        return None
    (line,) = drawn.lines
    steps = words.number(drawn.steps)
    told = words.say(
        "curve",
        name=line.name,
        steps=steps,
        first=shown(line.first, words.language),
        last=shown(line.last, words.language),
    )
    ends = [Tick(LEFT, words.number(1)), Tick(WIDTH - RIGHT, steps)]
    return Chart(line.name, told, line.pieces, drawn.levels, ends)


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
