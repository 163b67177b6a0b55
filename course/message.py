"""The one exception that reaches a person: a sentence that says what is wrong and what to do next."""

from __future__ import annotations

from collections.abc import Iterable

from course.i18n import format_choice, translate


class Choice(tuple[str, ...]):
    """Names to choose from; in a sentence they are joined as its language does that: `a`, `b` or `c`."""

    def __new__(cls, names: Iterable[str]) -> Choice:
        return super().__new__(cls, names)


class WrongUse(Exception):
    """Wrong use, or a part that is missing. Ends a command with exit code 2.

    Args:
        message: an English sentence marked with `N_`, with `{name}` for what `values` fills in.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        values = {
            name: format_choice([f"`{item}`" for item in value], language) if isinstance(value, Choice) else value
            for name, value in self.values.items()
        }
        return translate(self.message, language).format(**values)
