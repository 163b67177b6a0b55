"""A chart drawn with characters, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from course.curves import Curve, figure, smooth

MARKERS = "●○▲△"


def draw(curves: Sequence[Curve], width: int, language: str, height: int = 12) -> list[str]:
    """The curves over a common axis of steps, from 0 or the lowest mean up to the highest, as lines of at most `width` characters.

    Each curve has its own marker, in the order of `MARKERS`; each column shows the mean of its steps. The figures of the
    axis are written as the language writes numbers.
    """
    steps = max((len(curve.values) for curve in curves), default=0)
    if not steps:
        return []

    def means(columns: int) -> list[list[float | None]]:
        return [smooth(curve.values, max(1, columns * len(curve.values) // steps)) for curve in curves]

    there = [0.0, *(mean for row in means(max(8, width - 7)) for mean in row if mean is not None)]
    low = min(there)
    span = (max(there) - low) * 1.05 or 1.0
    levels = [low + span * (height - row - 0.5) / height for row in range(height)]
    highest = max(map(abs, there))
    labels = [
        figure(level, highest, language) if row % 3 == 0 or row == height - 1 else ""
        for row, level in enumerate(levels)
    ]
    margin = max(5, *map(len, labels))
    columns = max(8, width - margin - 2)
    grid = [[" "] * columns for _ in range(height)]
    for row, marker in zip(means(columns), MARKERS, strict=False):
        for column, mean in enumerate(row):
            if mean is not None:
                # the means of fewer columns lie between those that the figures were made from, or hardly beyond
                level = min(height - 1, max(0, int((mean - low) / span * height)))
                grid[height - 1 - level][column] = marker
    lines = [f"{label:>{margin}} │{''.join(cells).rstrip()}" for label, cells in zip(labels, grid, strict=True)]
    lines.append(f"{' ' * (margin + 1)}└{'─' * columns}")
    lines.append(f"{' ' * (margin + 2)}1{str(steps).rjust(columns - 1)}")
    return lines
