"""A terminal: prose, code, diffs, tables, errors, curves and prompts, drawn with rich."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.rule import Rule
from rich.syntax import Syntax
from rich.table import Column, Table
from rich.text import Text

from course.curves import Curve
from course.glossary import Piece, first_uses
from course.i18n import format_number, spans
from course.lesson import Findings, Raised
from course.screen import Screen, Work, value_text
from course.script import Function, shown_name
from course.terminal.chart import MARKERS, draw
from course.terminal.wrapping import wrap

WIDTH = 100
CODE = "bold cyan"
TERM = "underline"
WRONG = "bold red"
CURVES = ("red", "green", "yellow", "blue")


def grid(columns: int, padding: int = 2) -> Table:
    """A table without lines. What does not fit into its cell goes on below; by default rich would cut it, even Korean that fits."""
    return Table.grid(*(Column(overflow="fold") for _ in range(columns)), padding=(0, padding))


class Terminal(Screen):
    """Writes to a console. Where that is no terminal, it writes plain lines, and asks nothing."""

    def __init__(self, console: Console, language: str) -> None:
        super().__init__(language)
        self.console = console
        self.width = min(console.width, WIDTH)
        # colours may be forced upon a file; live drawing and questions are for a person
        self.live = console.is_terminal and console.file.isatty()
        self.met: set[str] | None = None
        """The terms of the glossary that were used so far; None where they are not marked."""

    def print(self, renderable: RenderableType = "") -> None:
        """Print whatever rich can draw; by default an empty line."""
        self.console.print(renderable, width=self.width, highlight=False)

    def gap(self) -> None:
        """Print an empty line."""
        self.print()

    def prose(self, words: str, width: int = 0, style: str = "") -> Text:
        """Words whose code spans, written in backticks, are set off; for lines of at most `width` cells (0: all there are).

        In a lesson the first use of each term of the glossary is underlined.
        """
        text = Text(style=style)
        mark = "" if self.console.is_terminal else "`"
        if self.met is None:
            pieces = [Piece(piece, code) for piece, code in spans(words)]
        else:
            pieces = [*first_uses(words, self.language, self.met)]
        code: list[tuple[int, int]] = []
        for piece in pieces:
            start = len(text)
            if piece.code:
                text.append(f"{mark}{piece.text}{mark}", CODE)
                code.append((start, len(text)))
            else:
                text.append(piece.text, TERM if piece.term else "")
        return wrap(text, width or self.width, code)

    def heading(self, words: str) -> None:
        """Print a heading: its words, and a rule behind them, or behind the last of its lines."""
        self.print()
        if self.console.is_terminal:
            widest = self.width - 5
            bold = Text(words.replace("`", ""), "bold")
            *first, last = wrap(bold, widest).wrap(self.console, widest)
            for line in first:
                self.print(line)
            last.rstrip()
            self.print(Rule(last, align="left"))
        else:
            self.print(Text(f"── {words} ──"))
        self.print()

    def code(self, function: Function, wrong: Sequence[str] = ()) -> None:
        """Show a function under its own line numbers, with the wrong lines in view."""
        lines = function.source.splitlines()
        marked = {function.line + place for place, line in enumerate(lines) if line in wrong}
        if not self.console.is_terminal:
            for number, line in enumerate(lines, function.line):
                self.line(f"{'>' if number in marked else ' '} {number:3} {line}")
            self.print()
            return
        self.print(Rule(Text(shown_name(function.path), "dim"), align="left", style="dim"))
        self.print(
            Syntax(
                function.source,
                "python",
                theme="ansi_dark",
                line_numbers=True,
                start_line=function.line,
                highlight_lines=marked,
                background_color="default",
                word_wrap=True,
            )
        )
        self.print()

    def line(self, text: str) -> None:
        """Print one line as it is, however long."""
        self.console.print(Text(text), soft_wrap=True, highlight=False)

    def program(self, text: str) -> None:
        """Show a whole program."""
        self.print(
            Syntax(text, "python", theme="ansi_dark", word_wrap=True, background_color="default", padding=(0, 2))
        )
        self.print()

    def diff(self, lines: Sequence[str], title: str) -> None:
        """Show the lines of a diff, in colours."""
        styles = {"-": "red", "+": "green"}
        body = Text("\n").join([Text(line, styles.get(line[:1], "dim")) for line in lines])
        self.print(
            Panel(body, title=title, title_align="left", border_style="green") if self.console.is_terminal else body
        )
        self.print()

    def findings(self, rows: Findings) -> None:
        """Show what a probe found as a table."""
        if not rows:
            return
        table = Table(header_style="bold", border_style="dim")
        for name, value in rows[0].items():
            number = isinstance(value, int | float)
            table.add_column(Text(name), justify="right" if number else "left", overflow="fold")
        for row in rows:
            table.add_row(*(self._value(value) for value in row.values()))
        self.print(table)
        self.print()

    def _value(self, value: Any) -> Text:
        finite = not isinstance(value, float) or math.isfinite(value)
        return Text(value_text(value), "" if finite else WRONG)

    def error(self, raised: Raised, line: str) -> None:
        """Show an exception, cut to the script's own frames and to the line of the message that tells most."""
        body: list[Text] = []
        for frame in raised.frames:
            body.append(Text(f"{frame.file}:{frame.line}  {frame.function}", "dim"))
            body.append(Text(f"    {frame.code}"))
        body.append(Text.assemble((raised.error, WRONG), ": ", line))
        self.print(Panel(Group(*body), border_style="red") if self.console.is_terminal else Group(*body))
        self.print()

    def whole_traceback(self, raised: Raised) -> None:
        """Show a traceback as Python prints it."""
        self.print(Text(raised.traceback, "dim"))

    def warning(self, category: str, line: str) -> None:
        """Show a warning's category, and the line of it that tells most."""
        self.print(Text.assemble((category, "bold yellow"), ": ", line))
        self.print()

    def curves(self, curves: Sequence[Curve]) -> None:
        """Show a chart, with a legend in the markers of its curves."""
        legend = Text()
        for curve, marker, style in zip(curves, MARKERS, CURVES, strict=False):
            legend.append(f"{marker} {curve.name}   ", style)
        self.print(legend)
        for line in draw(curves, self.width, self.language):
            text = Text(line, no_wrap=True)
            for marker, style in zip(MARKERS, CURVES, strict=False):
                text.highlight_words([marker], style)
            self.print(text)
        self.print()

    @contextmanager
    def progress(self) -> Iterator[Work]:
        """Show a live line of a run: the cell that is running, and, while training, the step and its loss."""
        if not self.live:
            yield Work()
            return
        bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", style=CODE),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[loss]}"),
            console=self.console,
            transient=True,
            # else rich would draw what a library writes meanwhile, be it captured or not
            redirect_stdout=False,
            redirect_stderr=False,
        )
        with bar:
            yield LiveWork(bar, self.language)

    @contextmanager
    def waiting(self) -> Iterator[Waiting]:
        """Show a live line that says what is waited for, and since when."""
        if not self.live:
            yield Waiting(self)
            return
        columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
        with Progress(
            *columns, console=self.console, transient=True, redirect_stdout=False, redirect_stderr=False
        ) as bar:
            yield LiveWaiting(self, bar)

    def ask(self, message: str) -> str:
        """Ask the learner, and return the answer, stripped; `q` where there is no more input."""
        prompt = self.prose(self.say(message), style="bold") + Text(" ")
        while True:
            try:
                return self.console.input(prompt).strip()
            except EOFError:
                return "q"
            except UnicodeDecodeError:
                # half a character, as backspace over a slow line leaves it: ask again
                continue


class Waiting:
    """Says what is waited for; where there is no terminal, to nobody."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def on(self, message: str, /, **values: object) -> None:
        """Say what is waited for from now on."""


class LiveWaiting(Waiting):
    """The live line of one wait."""

    def __init__(self, terminal: Terminal, bar: Progress) -> None:
        super().__init__(terminal)
        self.bar = bar
        self.task = bar.add_task("", total=None)

    def on(self, message: str, /, **values: object) -> None:
        self.bar.update(self.task, description=escape(self.terminal.say(message, **values)))


class LiveWork(Work):
    """The live line of one run."""

    def __init__(self, bar: Progress, language: str) -> None:
        self.bar = bar
        self.language = language
        self.task = bar.add_task("", total=None, loss="")

    def doing(self, name: str) -> None:
        """Say what is running: a cell, or a probe."""
        self.bar.update(self.task, description=name)

    def step(self, loss: float, steps: int | None) -> None:
        """Say that one more step is done, of how many where that is known, and with what loss."""
        self.bar.update(self.task, advance=1, total=steps, loss=f"loss {format_number(loss, self.language, 3)}")
