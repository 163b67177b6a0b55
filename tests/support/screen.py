"""A terminal with a person in front of it."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console

from course.i18n import translate
from course.terminal.rendering import Terminal


class Person(Terminal):
    """A terminal at which a learner gives these answers, one after another, and then leaves. What is asked
    and answered is written down."""

    def __init__(self, answers: Sequence[str], language: str = "en", width: int = 80) -> None:
        self.file = io.StringIO()
        super().__init__(Console(file=self.file, width=width), language)
        self.answers = list(answers)

    def ask(self, message: str) -> str:
        answer = self.answers.pop(0) if self.answers else "q"
        self.print(self.prose(f"{self.say(message)} {answer}"))
        self.print()
        return answer

    @property
    def text(self) -> str:
        """The whole output, without spaces at the ends of lines."""
        return "".join(f"{line.rstrip()}\n" for line in self.file.getvalue().splitlines())

    def saw(self, message: str) -> bool:
        """Whether the beginning of a message was written."""
        words = " ".join(translate(message, self.language).split()[:6])
        return words in " ".join(self.file.getvalue().split())
