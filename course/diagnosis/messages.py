"""Looks that know an error by its message."""

from __future__ import annotations

from collections.abc import Callable

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Confidence, Found
from course.i18n import N_

ABOUT_SHAPES = r"unpack|[Dd]im|shape|size|rank|expand|index out of range|stride|match"
"""What an error says that is about the axes of a tensor or their lengths."""


def by_message(pattern: str, confidence: Confidence = "certain") -> Callable[[Facts], Found | None]:
    """A function that finds an error whose message has a pattern; the pattern's named groups are the values of the look's words.

    Where the message leaves the cause open, what the names in the reader's line stood for is evidence, too.
    """

    def find(facts: Facts) -> Found | None:
        found = said(facts, pattern)
        if found is None:
            return None
        rows: list[tuple[str, object]] = [(N_("error message"), found.string[:160])]
        if confidence != "certain" and facts.crash is not None:
            rows += [(f"`{name}`", words) for name, words in facts.crash.live.items()][:6]
        return Found(confidence, found.groupdict(), rows, crash_place(facts))

    return find
