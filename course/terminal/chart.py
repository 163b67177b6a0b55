"""A chart drawn with characters, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from course.curves import Curve, smooth

MARKERS = "●○▲△"


def draw(
    curves: Sequence[Curve], width: int, number: Callable[[float], str] = "{:.2f}".format, height: int = 12
) -> list[str]:
    """The curves over a common axis of steps, from 0 up to the highest mean, as lines of at most `width` characters.

    Each curve has its own marker, in the order of `MARKERS`; each column shows the mean of its steps. `number` writes
    the figures of the axis.
    """
    columns = max(8, width - 7)
    steps = max((len(curve.values) for curve in curves), default=0)
    if not steps:
        return []
    means = [smooth(curve.values, max(1, columns * len(curve.values) // steps)) for curve in curves]
    top = max((mean for row in means for mean in row if mean is not None), default=1.0) * 1.05 or 1.0
    grid = [[" "] * columns for _ in range(height)]
    for row, marker in zip(means, MARKERS, strict=False):
        for column, mean in enumerate(row):
            if mean is not None:
                grid[height - 1 - min(height - 1, int(mean / top * height))][column] = marker
    lines = []
    for place, cells in enumerate(grid):
        level = top * (height - place - 0.5) / height
        label = f"{number(level):>5}" if place % 3 == 0 or place == height - 1 else " " * 5
        lines.append(f"{label} │{''.join(cells).rstrip()}")
    lines.append(f"{' ' * 6}└{'─' * columns}")
    lines.append(f"{' ' * 7}1{str(steps).rjust(columns - 1)}")
    return lines
