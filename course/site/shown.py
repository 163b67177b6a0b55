"""Code, diffs, tables, errors and curves as values that templates show."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from course.curves import Curve, smooth
from course.lesson import Findings, Raised
from course.recording import LEFT_OUT
from course.screen import value_text
from course.script import Function, shown_name
from course.svg import COLUMNS, Style, chart, svg

BETWEEN = "\n\n\n"
"""What stands between definitions, and in none of them."""
SHORT = 30
"""The most letters of a text that stands on one line in a table."""
CHART = Style(
    picture='class="chart"',
    level='class="level"',
    curves=[f'class="curve curve-{number}"' for number in range(4)],
)


def code(text: str, first: int = 1, wrong: Sequence[str] = (), title: str = "") -> dict[str, Any]:
    """Lines of Python with their numbers, some of them marked as wrong."""
    return {"kind": "code", "lines": _numbered(text, first, frozenset(wrong)), "title": title}


@cache
def _numbered(text: str, first: int, wrong: frozenset[str]) -> Markup:
    """The lines of a program as HTML, which is the same in every language."""
    lines = []
    for number, (html, line) in enumerate(zip(_coloured(text), text.splitlines(), strict=False), first):
        mark = " wrong" if line in wrong and line.strip() else ""
        lines.append(f'<span class="line{mark}" data-number="{number}">{html}\n</span>')
    return Markup("".join(lines))


def _coloured(text: str) -> list[str]:
    """The lines of a program as HTML, coloured. Each definition is coloured once: programs of cases have most of theirs in common."""
    first, *others = (_coloured_lines(definition) for definition in text.split(BETWEEN))
    return [*first, *(line for lines in others for line in ("", "", *lines))]


@cache
def _coloured_lines(text: str) -> list[str]:
    return str(highlight(text, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))).splitlines()


def function(shown: Function, wrong: Sequence[str] = ()) -> dict[str, Any]:
    """A function under its own line numbers."""
    return code(shown.source, shown.line, wrong, shown_name(shown.path))


def difference(lines: Sequence[str], title: str) -> dict[str, Any]:
    """The lines of a diff."""
    names = {"-": "removed", "+": "added"}
    return {
        "kind": "diff",
        "title": title,
        "lines": [{"mark": line[:1] or " ", "text": line[1:], "name": names.get(line[:1], "")} for line in lines],
    }


def table(rows: Findings) -> dict[str, Any]:
    """What a probe found."""
    return {
        "kind": "table",
        "head": [*rows[0]],
        "rows": [[{"text": value_text(each), "name": _cell_name(each)} for each in row.values()] for row in rows],
    }


def _cell_name(value: object) -> str:
    """What a cell is to the style sheet: a number, or a text so short that it needs no second line."""
    if isinstance(value, int | float):
        return "number"
    return "short" if len(value_text(value)) <= SHORT else ""


def error(raised: Raised, line: str) -> dict[str, Any]:
    """An exception: the lines that it came through, the line of its message that tells most, and the whole traceback."""
    left_out = LEFT_OUT.search(raised.traceback)
    return {
        "kind": "error",
        "error": raised.error,
        # TensorFlow begins the message of an error that it met in a graph with the name of the error
        "line": line.removeprefix(f"{raised.error}: "),
        "frames": raised.frames,
        "traceback": raised.traceback,
        "left_out": int(left_out[1]) if left_out else 0,
    }


def curves(drawn: Sequence[Curve], language: str, epochs: bool = False) -> dict[str, Any] | None:
    """A chart with a legend; None if no curve has a value that could be drawn."""
    found = chart(drawn, language, epochs)
    if found is None:
        return None
    steps = max(len(curve.values) for curve in drawn)
    points: list[Mapping[str, Any]] = []
    for curve in drawn:
        # as many columns as the chart itself draws
        means = smooth(curve.values, -(-COLUMNS * len(curve.values) // max(COLUMNS, steps)))
        points.append({"name": curve.name, "steps": len(curve.values), "values": [_short(mean) for mean in means]})
    return {
        "kind": "curves",
        "svg": Markup(svg(found, CHART)),
        "names": [line.name for line in found.lines],
        "axis": found.axis,
        "points": json.dumps(points, ensure_ascii=False, separators=(",", ":")),
    }


def _short(mean: float | None) -> float | None:
    return None if mean is None else float(f"{mean:.3g}")
