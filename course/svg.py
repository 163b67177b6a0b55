"""Curves as a chart in SVG, whose words a browser draws with fonts of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from course.curves import Curve, figure, smooth
from course.i18n import N_, format_number, translate

WIDTH = 360
HEIGHT = 170
# the margins, in which the axes have their labels
LEFT = 52
RIGHT = 8
TOP = 10
BOTTOM = 24
BASE = HEIGHT - BOTTOM
"""The height of the axis of the steps."""
COLUMNS = 120
"""The most points that a curve is drawn with."""


@dataclass(frozen=True)
class Tick:
    """A label on an axis, and where it stands."""

    at: float
    label: str


@dataclass(frozen=True)
class Line:
    """A curve as it is drawn: its pieces as lists of points."""

    name: str
    pieces: Sequence[str]


@dataclass(frozen=True)
class Chart:
    """Curves over a common axis of steps or epochs, in one language.

    Attributes:
        description: what the chart shows, for readers who do not see it.
        levels: labels on the axis of the values.
        count: the label at the end of the axis of the steps.
        axis: the word for what that axis counts.
    """

    lines: Sequence[Line]
    description: str
    levels: Sequence[Tick]
    count: str
    axis: str


@dataclass(frozen=True)
class Style:
    """Attributes in SVG's own writing: of the picture, of the lines at the levels, and of each curve in turn."""

    picture: str
    level: str
    curves: Sequence[str]


def chart(curves: Sequence[Curve], language: str, epochs: bool = False) -> Chart | None:
    """The chart of those curves that have a finite value; None if none has.

    Args:
        epochs: whether there is one value for each epoch; else it is one for each step.
    """
    steps = max((len(curve.values) for curve in curves), default=0)
    means = [smooth(curve.values, -(-COLUMNS * len(curve.values) // max(COLUMNS, steps))) for curve in curves]
    finite = [mean for row in means for mean in row if mean is not None]
    if not finite:
        return None
    low = min(0.0, *finite)
    high = max(finite)
    highest = max(abs(low), abs(high))
    scale = (BASE - TOP) / ((high - low) * 1.05 or 1.0)
    count = format_number(steps, language, 0)
    sentence = translate(
        N_("{name}, over {epochs} epochs: {first} at first, {last} at the end.")
        if epochs
        else N_("{name}, over {steps} steps: {first} at first, {last} at the end."),
        language,
    )
    lines = []
    sentences = []
    for curve, row in zip(curves, means, strict=True):
        values = [mean for mean in row if mean is not None]
        if values:
            width = (WIDTH - LEFT - RIGHT) * (len(curve.values) - 1) / max(1, steps - 1)
            across = width / max(1, len(row) - 1)
            points = [
                (LEFT + place * across, BASE - (mean - low) * scale) if mean is not None else None
                for place, mean in enumerate(row)
            ]
            lines.append(Line(curve.name, _pieces(points)))
            first, last = (figure(value, highest, language) for value in (values[0], values[-1]))
            sentences.append(sentence.format(name=curve.name, steps=count, epochs=count, first=first, last=last))
    levels = [
        Tick(BASE - (level - low) * scale, figure(level, highest, language)) for level in (low, (low + high) / 2, high)
    ]
    axis = translate(N_("epoch") if epochs else N_("step"), language)
    return Chart(lines, "; ".join(sentences), levels, count, axis)


def _pieces(points: Sequence[tuple[float, float] | None]) -> list[str]:
    """The points as SVG writes them, broken where one is missing."""
    return [
        " ".join(f"{x:.1f},{y:.1f}" for x, y in _doubled([point for point in group if point]))
        for is_there, group in groupby(points, key=bool)
        if is_there
    ]


def _doubled(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A single point twice over, which round ends make a dot; more points as they are."""
    return points * 2 if len(points) == 1 else points


def svg(chart: Chart, style: Style) -> str:
    """The chart as an SVG element. Every word is escaped."""
    shapes = []
    for level in chart.levels:
        shapes.append(f'<line {style.level} x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level.at:.1f}" y2="{level.at:.1f}"/>')
        shapes.append(_label(LEFT - 6, level.at + 4, "end", level.label))
    for place, line in enumerate(chart.lines):
        attributes = style.curves[place % len(style.curves)]
        shapes += [f'<polyline {attributes} points="{points}"/>' for points in line.pieces]
    below = BASE + 18
    shapes.append(_label(LEFT, below, "start", "1"))
    shapes.append(_label((LEFT + WIDTH - RIGHT) / 2, below, "middle", chart.axis))
    shapes.append(_label(WIDTH - RIGHT, below, "end", chart.count))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.description)}" {style.picture}>'
        f"{''.join(shapes)}</svg>"
    )


def _label(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
