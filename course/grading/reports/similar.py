"""Finds answers of different students that are nearly the same: a hint, never a proof.

Two answers are nearly the same if they differ in comments, docstrings, layout and chosen names only. They are split
into tokens and never parsed, let alone run.
"""

from __future__ import annotations

import builtins
import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from course.exercise import Setting

LARGEST = 50_000
"""The longest text, in characters, that is compared."""
SHORTEST = 30
"""The tokens that an answer must have beyond the starter; shorter ones are alike by chance."""
KEPT = {*keyword.kwlist, *dir(builtins), "self"}
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}
BREAKS = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


@dataclass(frozen=True)
class Group:
    """Students whose answers to an exercise are nearly the same, in the order in which they came."""

    exercise: str
    setting: Setting
    students: tuple[str, ...]


def groups_of_like(
    answers: Iterable[tuple[str, str, Setting, str]],
    starter: Callable[[str, Setting], str] = lambda exercise, setting: "",
) -> list[Group]:
    """Return the groups among answers given as (student id, exercise, setting, source), the largest first.

    Args:
        starter: gives the text that all students began with, which does not count.
    """
    starters: dict[tuple[str, Setting], Counter[str]] = {}
    by_digest: dict[tuple[str, Setting, bytes], dict[str, None]] = {}
    for student, exercise, setting, source in answers:
        key = (exercise, setting)
        if key not in starters:
            starters[key] = Counter(_without_names(tokens(starter(exercise, setting))))
        found = tokens(source)
        if (Counter(_without_names(found)) - starters[key]).total() >= SHORTEST:
            digest = sha256("\0".join(_with_numbered_names(found)).encode("utf-8", "replace")).digest()
            by_digest.setdefault((*key, digest), {})[student] = None
    groups = [Group(exercise, setting, tuple(who)) for (exercise, setting, _), who in by_digest.items() if len(who) > 1]
    return sorted(groups, key=lambda group: (-len(group.students), group.exercise, group.setting))


Word = tuple[str, bool]
"""A token, and whether it is a name that the author was free to choose."""


def tokens(source: str) -> list[Word]:
    """Return the tokens of a text without comments, docstrings and layout; none if it is too long or no Python."""
    if len(source) > LARGEST:
        return []
    try:
        return list(_words(tokenize.generate_tokens(io.StringIO(source).readline)))
    except Exception:  # tokenize raises several exceptions for text that is no Python
        return []


def _words(found: Iterable[tokenize.TokenInfo]) -> Iterator[Word]:
    imported: set[str] = set()
    statement: list[tokenize.TokenInfo] = []
    for token in found:
        if token.type in LAYOUT:
            continue
        statement.append(token)
        if token.type in BREAKS:
            # a string by itself is a docstring, or as good as a comment
            if [each.type for each in statement] != [tokenize.STRING, tokenize.NEWLINE]:
                yield from _of_statement(statement, imported)
            statement = []
    yield from _of_statement(statement, imported)


def _of_statement(statement: list[tokenize.TokenInfo], imported: set[str]) -> Iterator[Word]:
    before = ""
    for token in statement:
        if token.type == tokenize.NAME:
            if statement[0].string in ("import", "from"):
                imported.add(token.string)
            yield token.string, not (before == "." or token.string in KEPT or token.string in imported)
        elif token.type in BREAKS:
            yield tokenize.tok_name[token.type], False
        else:
            yield token.string.replace("'", '"'), False
        before = token.string


def _without_names(words: Iterable[Word]) -> Iterator[str]:
    return ("name" if chosen else word for word, chosen in words)


def _with_numbered_names(words: Iterable[Word]) -> Iterator[str]:
    """Give the tokens with each chosen name replaced by its number in the order of occurrence."""
    numbers: dict[str, int] = {}
    return (f"name {numbers.setdefault(word, len(numbers))}" if chosen else word for word, chosen in words)
