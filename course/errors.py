"""The one exception that reaches a person: a sentence that says what is wrong and what to do next."""

from __future__ import annotations

from course.i18n import translate


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
        return translate(self.message, language).format(**self.values)
