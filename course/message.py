"""A sentence with its values, in any of the four languages; and the one exception that reaches a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from course.i18n import format_choice, translate


class Choice(tuple[str, ...]):
    """Names to choose from; in a sentence they are joined as its language does that: `a`, `b` or `c`."""

    def __new__(cls, names: Iterable[str]) -> Choice:
        return super().__new__(cls, names)


@dataclass(frozen=True)
class Message:
    """An English sentence marked with `N_`, and the values of its placeholders by name."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        values = {
            name: format_choice([f"`{item}`" for item in value], language) if isinstance(value, Choice) else value
            for name, value in self.values.items()
        }
        return translate(self.text, language).format(**values)


class WrongUse(Exception):
    """Wrong use, or a part that is missing: a sentence that says what to do next. Ends a command with exit code 2.

    Args:
        text: an English sentence marked with `N_`, with `{name}` for each of the values.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(text.format(**values))
        self.message = Message(text, values)

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        return self.message.sentence(language)
