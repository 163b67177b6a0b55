"""A reply to a learner's guess about a fault: it says whether the guess is close, and does not give the fault away."""

from __future__ import annotations

import re
from collections.abc import Sequence

from course.i18n import N_, spans
from course.lesson import Fault

SHORT_WORD = 3
"""A word of at most so many Latin letters means too little to be held against a guess."""


def reply(guess: str, fault: Fault, title: str, lines: Sequence[str]) -> str:
    """The message for a guess.

    Args:
        title: the fault's, in the learner's language.
        lines: the diff of the repair.
    """
    said = words_of(guess)
    # an import that the repair makes use of stands elsewhere; the last hint names it
    named = words_of(" ".join(piece for piece, code in spans(fault.hints[-1]) if code))
    if said & (changed_words(lines) | named | words_of(fault.name) | words_of(title)):
        return N_(
            "You are close: your guess names something that the repair changes. Look closer to see whether you are right."
        )
    if fault.cell.lower() in said:
        return N_("That is the cell with the fault. What would you change in it?")
    return N_("Remember your guess, and compare it with what you see next.")


def words_of(text: str) -> set[str]:
    """The words, names and numbers of a text that are long enough to mean something, lower-cased."""
    words = re.findall(r"\w+", text.lower())
    return {word for word in words if len(word) > SHORT_WORD or not word.isascii()}


def changed_words(lines: Sequence[str]) -> set[str]:
    """The words of a diff that stand on one side of it alone."""
    added = words_of("\n".join(line[1:] for line in lines if line.startswith("+")))
    removed = words_of("\n".join(line[1:] for line in lines if line.startswith("-")))
    return added ^ removed
