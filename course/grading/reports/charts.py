"""The charts of the reports: a student's curve, and the points of a class as a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from course.curves import Curve
from course.grading.reports.words import Words
from course.svg import BASE, BOTTOM, HEIGHT, RIGHT, WIDTH, Style, Tick, chart, svg

BARS = 10
# the page's own style sheet has the colours, of which there are others in the dark and on paper
STYLE = Style(picture="", level='class="axis"', curves=['class="curve"'])


@dataclass(frozen=True)
class Figure:
    """A chart of one curve, and what stands above it."""

    caption: str
    svg: Markup


@dataclass(frozen=True)
class Bar:
    """A bar: its left edge, its upper edge, its height, and how many values it stands for."""

    x: float
    y: float
    height: float
    count: int


@dataclass(frozen=True)
class Histogram:
    """Bars of one width, the labels below them, and a sentence for readers who do not see them."""

    description: str
    width: float
    bars: Sequence[Bar]
    points: Sequence[Tick]

    box = f"0 0 {WIDTH} {HEIGHT}"
    left = RIGHT
    right = WIDTH - RIGHT
    base = BASE


def figure(curve: Curve, words: Words) -> Figure | None:
    """The figure of a curve; None if it has no value that could be drawn."""
    drawn = chart([curve], words.language)
    return Figure(curve.name, Markup(svg(drawn, STYLE))) if drawn else None


def histogram(values: Sequence[float], most: float, words: Words) -> Histogram:
    """The numbers of values in each tenth of the range from 0 to the most; values beyond it belong to the ends."""
    counts = [0] * BARS
    for value in values:
        counts[min(BARS - 1, max(0, int(value / most * BARS)))] += 1
    width = (WIDTH - 2 * RIGHT) / BARS
    scale = (HEIGHT - 2 * BOTTOM) / max(counts)
    bars = [
        Bar(RIGHT + place * width, BASE - count * scale, count * scale, count) for place, count in enumerate(counts)
    ]
    listed = "; ".join(
        words.say(
            "bar", low=words.number(place * most / BARS), high=words.number((place + 1) * most / BARS), count=count
        )
        for place, count in enumerate(counts)
    )
    points = [Tick(RIGHT + share * (WIDTH - 2 * RIGHT), words.number(share * most)) for share in (0, 0.5, 1)]
    return Histogram(words.say("bars", bars=listed), width, bars, points)
