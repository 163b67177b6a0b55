"""The glossary: how each term is called in the four languages, how to find it, and where a text uses it for the first time."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from course.i18n import LANGUAGES, N_, spans
from course.message import Choice, WrongUse
from course.paths import locales
from course.terms import TERMS, Term

Forms = Mapping[str, tuple[str, ...]]
"""The forms of each term in one language by its English name; the first is the headword."""
NAMED, ENTRY = N_("{term} ({name})"), N_("{term}: {definition}")
"""A term with its English name, and an entry of the glossary."""
SEE_ALSO = N_("See also: {terms}")
SHORTEST = 2
"""The least number of characters of a form that is looked for in a text."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a text: code, a term that is met for the first time, or neither."""

    text: str
    code: bool = False
    term: Term | None = None


@cache
def forms(language: str, file: str = "glossary.csv") -> Forms:
    """The forms of every row of a file in `locales` in one language. Forms are separated by `|` there."""
    with (locales() / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    column = "term" if language == "en" else language
    return {row["term"]: tuple(form.strip() for form in (row.get(column) or "").split("|")) for row in rows}


def headword(term: Term, language: str) -> str:
    """The term as a language's glossary lists it."""
    return forms(language).get(term.name, (term.name,))[0]


def other_name(term: Term, language: str) -> str:
    """The English name without the remark that tells it from another one; empty where the language uses it, too."""
    english = term.name.partition(" (")[0]
    return "" if _folded(headword(term, language)) in (_folded(english), _folded(term.name)) else english


def in_order(language: str) -> list[Term]:
    """All terms in the order of a language's letters; Chinese ones in that of their English names."""
    by = "en" if language == "zh_CN" else language
    return sorted(TERMS, key=lambda term: _folded(headword(term, by)))


def look_up(query: str) -> list[Term]:
    """The terms that are called so in any language; if there are none, those whose names begin so.

    Raises:
        WrongUse: there are none either; the sentence names what is spelled alike.
    """
    wanted = _folded(query.strip())
    names = {
        term.name: {_folded(form) for each in LANGUAGES for form in forms(each).get(term.name, ())} for term in TERMS
    }
    found = [term for term in TERMS if wanted in names[term.name]]
    found = found or [term for term in TERMS if wanted and any(name.startswith(wanted) for name in names[term.name])]
    if found:
        return found
    alike = get_close_matches(wanted, [name for called in names.values() for name in called], 3)
    if alike:
        raise WrongUse(N_("The glossary has no term `{term}`: did you mean {terms}?"), term=query, terms=Choice(alike))
    raise WrongUse(N_("The glossary has no term `{term}`: `python -m course glossary` lists all of them."), term=query)


def anchor(term: Term) -> str:
    """A name for links to a term's entry, the same in every language."""
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.name.lower()).strip("-")


def first_uses(prose: str, language: str, met: set[str]) -> Iterator[Piece]:
    """Cut prose into pieces, and set off each term that is used for the first time.

    Args:
        prose: with code in backticks; placeholders in braces are left alone.
        met: the names of the terms that were used before; those of this text are added.
    """
    pattern, terms = _finder(language)
    for piece, code in spans(prose):
        if code:
            yield Piece(piece, code=True)
            continue
        done = 0
        for match in pattern.finditer(piece):
            term = terms.get(_folded(match.group("term") or ""))
            if term is None or term.name in met:
                continue
            met.add(term.name)
            yield Piece(piece[done : match.start()])
            yield Piece(match.group(), term=term)
            done = match.end()
        yield Piece(piece[done:])


@cache
def _finder(language: str) -> tuple[re.Pattern[str], Mapping[str, Term]]:
    """A pattern that finds every term in a language's prose, and the term of each form that it finds."""
    listed = forms(language)
    # the other forms of a term, which a translation may take, can be those of another word
    headwords = {_folded(listed[term.name][0]): term for term in TERMS if term.name in listed and not term.everyday}
    terms = {word: term for word, term in headwords.items() if len(word) >= SHORTEST}
    if language == "en":
        terms = {f"{form}{plural}": term for plural in ("es", "s", "") for form, term in terms.items()}
    longest = sorted(terms, key=len, reverse=True)
    # a placeholder is passed over whole
    return re.compile(rf"\{{[^{{}}]*\}}|(?P<term>{_words(longest, language)})", re.IGNORECASE), terms


def _words(forms: Sequence[str], language: str) -> str:
    """A pattern for forms as words of their own. Among Han and Hangul, which need no spaces, only Latin letters make a word longer.

    The boundary stands before all forms together: each is tried where a word begins, and nowhere else.
    """
    if language in ("en", "it"):
        return rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)"
    latin, others = ("|".join(re.escape(form) for form in forms if form.isascii() is ascii) for ascii in (True, False))
    return rf"{others}|(?<![A-Za-z])(?:{latin})(?![A-Za-z])"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
