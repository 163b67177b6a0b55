"""A page: what a terminal would show, as HTML for the output of a notebook's cell."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import StringIO

from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

from course.curves import Curve
from course.i18n import spans
from course.screen import Screen
from course.svg import Style as ChartStyle
from course.svg import chart, svg

CODE = Style(meta={"code": True})
COLOURS = ("#d1495b", "#1f8a70", "#c77c02", "#3c6fc4")
DASHES = ("", "6 4", "2 3", "10 3 2 3")
CHART = ChartStyle(
    picture='font-size="11" fill="currentColor" style="display: block; width: 100%"',
    level='stroke="currentColor" opacity=".25"',
    curves=[
        f'stroke="{colour}" stroke-dasharray="{dashes}" stroke-width="2" stroke-linecap="round" fill="none"'
        for colour, dashes in zip(COLOURS, DASHES, strict=True)
    ],
)


class Page(Screen):
    """Collects what is shown as HTML. Every word is escaped."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.parts: list[str] = []

    def html(self) -> str:
        """The HTML of everything shown so far."""
        return f'<div style="max-width: 760px; line-height: 1.5">{"".join(self.parts)}</div>'

    def prose(self, words: str, *, style: str = "") -> Text:
        """Words whose code spans, written in backticks, are marked as code."""
        text = Text(style=style)
        for piece, code in spans(words):
            text.append(piece, CODE if code else "")
        return text

    def print(self, text: Text) -> None:
        """Add a text as a paragraph."""
        self.parts.append(f'<p style="margin: .3em 0; white-space: pre-wrap">{_marked(text)}</p>')

    def gap(self) -> None:
        """Add nothing: paragraphs have margins."""

    def heading(self, words: str) -> None:
        """Add a heading."""
        self.parts.append(f'<p style="margin: .3em 0"><b>{escape(words)}</b></p>')

    def line(self, text: str) -> None:
        """Add one line as it is."""
        self.parts.append(f'<pre style="margin: 0; white-space: pre-wrap">{escape(text)}</pre>')

    def curves(self, curves: Sequence[Curve], epochs: bool = False) -> None:
        """Add a chart with a legend.

        Args:
            epochs: whether there is one value for each epoch; else it is one for each step.
        """
        self.parts.append(chart_with_legend(curves, self.language, epochs))


def _marked(text: Text) -> str:
    """A text as HTML: code as code, other styles as those of rich."""
    marked = []
    for part in text.render(Console(file=StringIO())):
        words = escape(part.text)
        if part.style and part.style.meta.get("code"):
            words = f"<code>{words}</code>"
        elif part.style:
            words = f'<span style="{part.style.get_html_style(DEFAULT_TERMINAL_THEME)}">{words}</span>'
        marked.append(words)
    return "".join(marked)


def chart_with_legend(curves: Sequence[Curve], language: str, epochs: bool = False) -> str:
    """The curves as a piece of HTML; empty if no curve has a value that could be drawn."""
    drawn = chart(curves, language, epochs)
    if drawn is None:
        return ""
    legend = "".join(
        f'<span style="margin-right: 1.2em"><svg width="28" height="8" style="display: inline"><line x1="0" x2="28" '
        f'y1="4" y2="4" {CHART.curves[place % len(CHART.curves)]}/></svg> {escape(line.name)}</span>'
        for place, line in enumerate(drawn.lines)
    )
    return f'<figure style="margin: .5em 0; max-width: 600px"><div>{legend}</div>{svg(drawn, CHART)}</figure>'
