"""The cells of a notebook while it is being written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from course.glossary import Piece, anchor, first_uses
from course.i18n import translate
from course.notebook.writing.markdown import markdown

if TYPE_CHECKING:
    from nbformat import NotebookNode

FAILS = "raises-exception"
LONGEST = 64
"""The longest id that the format allows."""


class Cells:
    """Cells in one language. Their ids come from the names that they are given, and are the same in every language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.written: list[NotebookNode] = []
        self.met: set[str] = set()
        """The terms of the glossary that were used so far."""
        self._taken: set[str] = set()

    def say(self, message: str, **values: object) -> str:
        """A message in the notebook's language, as Markdown."""
        words = markdown(translate(message, self.language))
        return words.format(**values) if values else words

    def prose(self, message: str, **values: object) -> str:
        """A message as `say` gives it, in which the first use of each term in the notebook leads to the glossary."""
        pieces = first_uses(translate(message, self.language), self.language, self.met)
        words = "".join(_linked(piece) for piece in pieces)
        return words.format(**{name: _address(value) for name, value in values.items()}) if values else words

    def text(self, name: str, *paragraphs: str) -> None:
        """Write a cell of Markdown."""
        from nbformat.v4 import new_markdown_cell

        self.written.append(new_markdown_cell("\n\n".join(filter(None, paragraphs)), id=self._id(name)))

    def code(self, name: str, source: str, fails: bool = False, **course: str) -> None:
        """Write a cell of code. `fails` marks a cell that must raise; the grader reads `course` from its metadata."""
        metadata: dict[str, Any] = {"course": course} if course else {}
        if fails:
            metadata["tags"] = [FAILS]
        from nbformat.v4 import new_code_cell

        self.written.append(new_code_cell(source, id=self._id(name), metadata=metadata))

    def _id(self, name: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[: LONGEST - 4]
        free = plain
        count = 1
        while free in self._taken:
            count += 1
            free = f"{plain}-{count}"
        self._taken.add(free)
        return free


def _address(value: object) -> object:
    """A value; an address between the signs that end a link where it ends, whatever punctuation follows."""
    return f"<{value}>" if str(value).startswith("https://") else value


def _linked(piece: Piece) -> str:
    words = markdown(f"`{piece.text}`" if piece.code else piece.text)
    return f"[{words}](#{anchor(piece.term)})" if piece.term else words
