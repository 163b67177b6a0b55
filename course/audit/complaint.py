"""One thing that breaks the contract of the content, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from course.message import Message


class Complaint:
    """A place in the content, and a message that says what is wrong there.

    Args:
        text: an English sentence marked with `N_`.
        values: what fills its placeholders.
    """

    def __init__(self, where: str, text: str, values: Mapping[str, object] | None = None) -> None:
        self.where = where
        self.message = Message(text, values or {})

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        return self.message.sentence(language)
