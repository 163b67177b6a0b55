"""The messages that the code marks for translation, found by Babel's extractor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from typing import Any

from babel.messages.extract import extract

from course.audit.complaint import Complaint
from course.i18n import CONTEXT, N_
from course.paths import PACKAGE

KEYWORDS: Mapping[str, Any] = {"N_": None, "in_context": ((1, "c"), 2), "translate_plural": (1, 2)}
SHORT = 2
"""The number of words up to which a message can mean different things in different places."""


@dataclass(frozen=True)
class Marked:
    """A message as it is marked in the code.

    Attributes:
        singular: the English sentence; with a plural, its singular.
        plural: empty where there is none.
        context: what tells it from the same words with another meaning; empty where nothing has to.
        rooms: the packages below `course` that mark it; an empty name is the root's.
    """

    singular: str
    plural: str = ""
    context: str = ""
    rooms: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """The words by which `translate` asks for it."""
        return f"{self.context}{CONTEXT}{self.singular}" if self.context else self.singular

    @property
    def identifier(self) -> str | tuple[str, str]:
        """The id of its entry in a catalogue."""
        return (self.singular, self.plural) if self.plural else self.singular


@cache
def messages() -> Mapping[str, Marked]:
    """Every marked message of the package, by its key."""
    found: dict[str, Marked] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inner = path.relative_to(PACKAGE).parts[:-1]
        for marked in marked_in(path.read_bytes(), inner[0] if inner else ""):
            known = found.get(marked.key, marked)
            found[marked.key] = replace(marked, rooms=known.rooms | marked.rooms)
    return found


def marked_in(source: bytes, room: str) -> Iterator[Marked]:
    """The messages that the source of a module marks."""
    for _, text, _, context in extract("python", BytesIO(source), KEYWORDS):
        singular, plural = (text, "") if isinstance(text, str) else (text[0], text[1])
        yield Marked(singular, plural, context or "", frozenset({room}))


def two_senses(marked: Mapping[str, Marked]) -> Iterator[Complaint]:
    """Yield the short messages that several rooms mark for themselves: such words often differ in meaning, and so in translation."""
    for key, each in sorted(marked.items()):
        if len(each.rooms) > 1 and not each.context and 0 < len(_words(each.singular)) <= SHORT:
            yield Complaint(
                ", ".join(sorted(room or "course" for room in each.rooms)),
                N_(
                    "“{message}” is marked in several places: mark it once and import it where it means the same, or give each meaning a context with `in_context`."
                ),
                {"message": key},
            )


def _words(message: str) -> list[str]:
    """The words of a message, without its placeholders and its code."""
    return re.findall(r"[^\W\d]{2,}", re.sub(r"\{[^{}]*\}|`[^`]*`", " ", message))
