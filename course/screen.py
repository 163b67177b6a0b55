"""A screen on which words are shown in one language: the base of a terminal, and of a page of HTML."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.text import Text

from course.curves import Curve
from course.i18n import N_, format_number, translate

SHORT_RUN = 20
"""A training run of fewer steps is shown loss by loss."""


LONG_RUN = N_("Training steps: {steps}. The loss goes from {first} to {last} (means of ten steps).")
"""Tells a training run of more steps; `long_run` gives its values."""


def long_run(losses: Sequence[float], language: str) -> dict[str, Any]:
    """The values of LONG_RUN in a language."""
    first, last = (format_number(sum(part) / len(part), language) for part in (losses[:10], losses[-10:]))
    return {"steps": format_number(len(losses), language, 0), "first": first, "last": last}


def value_text(value: object) -> str:
    """A value of a table as it is shown: a number with few digits, anything else as it is."""
    if not isinstance(value, float) or not math.isfinite(value):
        return str(value)
    return f"{value:.4g}" if value == 0 or abs(value) >= 1e-3 else f"{value:.0e}"


class Work:
    """News of a run, shown to nobody."""

    def doing(self, name: str) -> None:
        """Say what is running: a cell, or a probe."""

    def step(self, loss: float, steps: int | None) -> None:
        """Say that one more step is done, of how many where that is known, and with what loss."""


class Screen(ABC):
    """Shows words in one language. Implementations say how text, headings, lines and curves look."""

    def __init__(self, language: str) -> None:
        self.language = language

    @abstractmethod
    def prose(self, words: str, *, style: str = "") -> Text:
        """Words as text in which the code spans, written in backticks, are set off."""

    @abstractmethod
    def print(self, text: Text) -> None:
        """Show a text."""

    @abstractmethod
    def gap(self) -> None:
        """Keep what follows apart from what was shown."""

    @abstractmethod
    def heading(self, words: str) -> None:
        """Show a heading."""

    @abstractmethod
    def line(self, text: str) -> None:
        """Show one line as it is, however long."""

    @abstractmethod
    def curves(self, curves: Sequence[Curve]) -> None:
        """Show a chart with a legend."""

    def say(self, message: str, /, **values: object) -> str:
        """A message in the screen's language, filled in."""
        words = translate(message, self.language)
        return words.format(**values) if values else words

    def paragraph(self, message: str, /, style: str = "", **values: object) -> None:
        """Show a message as a paragraph of its own."""
        self.print(self.prose(self.say(message, **values), style=style))
        self.gap()

    def losses(self, losses: Sequence[float]) -> None:
        """The losses of a training run in one line: all of a short one, of a long one how they begin and end."""
        if 0 < len(losses) < SHORT_RUN:
            self.print(Text("loss: " + " ".join(format_number(loss, self.language) for loss in losses)))
            self.gap()
        elif losses:
            self.paragraph(LONG_RUN, **long_run(losses, self.language))

    @contextmanager
    def progress(self) -> Iterator[Work]:
        """Take news of a run: the cell that is running, and, while training, the step and its loss."""
        yield Work()
