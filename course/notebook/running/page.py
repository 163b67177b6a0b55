"""What a terminal would show, as HTML for the output of a notebook's cell."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

from course.curves import Curve
from course.i18n import N_, format_number, translate
from course.svg import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, picture
from course.terminal.screen import CODE, Terminal

COLOURS = ("#d1495b", "#1f8a70", "#c77c02", "#3c6fc4")
DASHES = ("", "6 4", "2 3", "10 3 2 3")


class Page(Terminal):
    """Takes what is shown to a terminal, and gives it as HTML. Every word is escaped."""

    def __init__(self, language: str) -> None:
        super().__init__(Console(file=StringIO(), width=1_000_000), language)
        self.width = self.console.width
        self.parts: list[str] = []

    def html(self) -> str:
        """What was shown so far."""
        return f'<div style="max-width: 760px; line-height: 1.5">{"".join(self.parts)}</div>'

    def print(self, renderable: Any = "") -> None:
        if isinstance(renderable, Text) and renderable.plain:
            self.parts.append(f'<p style="margin: .3em 0; white-space: pre-wrap">{self._marked(renderable)}</p>')

    def heading(self, words: str) -> None:
        self.parts.append(f'<p style="margin: .3em 0"><b>{escape(words)}</b></p>')

    def line(self, text: str) -> None:
        self.parts.append(f'<pre style="margin: 0; white-space: pre-wrap">{escape(text)}</pre>')

    def curves(self, curves: Sequence[Curve], epochs: bool = False) -> None:
        self.parts.append(chart(curves, self.language, epochs))

    def _marked(self, text: Text) -> str:
        marked = []
        for part in text.render(self.console):
            words = escape(part.text)
            if part.style == Style.parse(CODE):
                words = f"<code>{words.strip('`')}</code>"
            elif part.style:
                words = f'<span style="{part.style.get_html_style(DEFAULT_TERMINAL_THEME)}">{words}</span>'
            marked.append(words)
        return "".join(marked)


def chart(curves: Sequence[Curve], language: str, epochs: bool = False) -> str:
    """The curves with a legend and axes, as a piece of HTML; empty if there is nothing to draw.

    Args:
        epochs: whether there is one value for each epoch; else it is one for each step.
    """
    drawn = picture(curves, lambda level: format_number(level, language))
    if drawn is None:
        return ""
    count = format_number(drawn.steps, language, 0)
    words = (
        N_("{name}, over {epochs} epochs: {first} at first, {last} at the end.")
        if epochs
        else N_("{name}, over {steps} steps: {first} at first, {last} at the end.")
    )
    told = "; ".join(
        translate(words, language).format(
            name=line.name,
            steps=count,
            epochs=count,
            first=format_number(line.first, language),
            last=format_number(line.last, language),
        )
        for line in drawn.lines
    )
    legend, shapes = [], []
    for level in drawn.levels:
        shapes.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level.at:.1f}" y2="{level.at:.1f}" stroke="currentColor" '
            f'opacity=".25"/><text x="{LEFT - 6}" y="{level.at + 4:.1f}" text-anchor="end">{escape(level.label)}</text>'
        )
    for place, line in enumerate(drawn.lines):
        look = f'stroke="{COLOURS[place % 4]}" stroke-dasharray="{DASHES[place % 4]}" stroke-width="2" fill="none"'
        legend.append(
            f'<span style="margin-right: 1.2em"><svg width="28" height="8" style="display: inline"><line x1="0" x2="28" '
            f'y1="4" y2="4" {look}/></svg> {escape(line.name)}</span>'
        )
        shapes += [f'<polyline points="{piece}" stroke-linecap="round" {look}/>' for piece in line.pieces]
    below = HEIGHT - BOTTOM + 18
    middle = (LEFT + WIDTH - RIGHT) / 2
    below_it = translate(N_("epoch") if epochs else N_("step"), language)
    axis = (
        f'<text x="{LEFT}" y="{below}">1</text>'
        f'<text x="{middle}" y="{below}" text-anchor="middle">{escape(below_it)}</text>'
        f'<text x="{WIDTH - RIGHT}" y="{below}" text-anchor="end">{count}</text>'
    )
    return (
        f'<figure style="margin: .5em 0; max-width: 600px"><div>{"".join(legend)}</div>'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}" font-size="11" fill="currentColor" '
        f'style="display: block; width: 100%">{"".join(shapes)}{axis}</svg></figure>'
    )
