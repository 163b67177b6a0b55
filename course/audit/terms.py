"""The rules of terms: each is defined, used and translated, and no text has a picture or a literal translation in its place."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from course.audit.complaint import Complaint
from course.audit.messages import messages
from course.glossary import forms
from course.i18n import LANGUAGES, N_, spans
from course.paths import locales
from course.terms import TERMS

WORDS = "words.csv"
"""The file of words that are no terms of the field, and are translated in one way all the same."""


def plain(message: str, blank: str = "x") -> str:
    """The message with its code spans and placeholders replaced."""
    return "".join(blank if code else re.sub(r"\{[^{}]*\}", blank, piece) for piece, code in spans(message))


@cache
def avoided(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of words that the texts of a language do without, each with what takes their place."""
    with (locales() / "avoid.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["language"] == language]
    return [(re.compile(row["avoid"], re.IGNORECASE), row["instead"]) for row in rows]


def avoidable(language: str, text: str) -> Iterator[Complaint]:
    """Yield the words of a text that its language does without: a picture in place of a term, or a sentence translated word by word."""
    for pattern, instead in avoided(language):
        found = pattern.search(plain(text))
        if found:
            yield Complaint(
                language,
                N_("Not “{found}” but “{instead}”: {text}"),
                {"found": found.group(), "instead": instead.replace("|", " / "), "text": text},
            )


@dataclass(frozen=True)
class TermForms:
    """A term with a pattern for its singular and plural in lower-case English, and its forms in another language."""

    name: str
    pattern: re.Pattern[str]
    forms: tuple[str, ...]


@cache
def terms(language: str) -> list[TermForms]:
    """The terms that a language has words for, the longest first."""
    listed = {**forms(language), **forms(language, WORDS)}
    return [
        TermForms(name, re.compile(rf"\b{re.escape(name.lower())}(?:s|es)?\b"), tuple(listed[name]))
        for name in sorted(listed, key=len, reverse=True)
    ]


def missing_terms(language: str, message: str, translation: str) -> Iterator[tuple[str, str]]:
    """The glossary's terms that stand in the English sentence and have no form of theirs in the translation."""
    english = plain(message.lower())
    words = translation.lower()
    for term in terms(language):
        # most terms do not stand in it, which a pattern finds out more slowly
        if term.name.lower() in english and term.pattern.search(english):
            # a term inside a longer one is the longer one's affair
            english = term.pattern.sub(" ", english)
            if not any(form.lower() in words for form in term.forms):
                yield term.name, " / ".join(term.forms)


def term_complaints() -> Iterator[Complaint]:
    """Yield what is wrong with the glossary: every term has a definition, a use, and a word in each language, and the other way round."""
    rows = {language: forms(language) for language in LANGUAGES}
    texts = " ".join(each.singular for each in messages().values()).lower()
    related = {name for term in TERMS for name in term.see}
    defined = [term.name for term in TERMS]
    for name in sorted({name for name in defined if defined.count(name) > 1}):
        yield Complaint(name, N_("Two terms of the glossary have this name."))
    for name in sorted(set(defined) - rows["en"].keys()):
        yield Complaint(name, N_("The term has no row in `locales/glossary.csv`."))
    for name in sorted(rows["en"].keys() - set(defined)):
        yield Complaint(name, N_("The term has no definition: add one to `course/terms.py`."))
    for language, listed in rows.items():
        for name in sorted(name for name, called in listed.items() if not all(called)):
            yield Complaint(name, N_("The glossary has no word for the term in `{language}`."), {"language": language})
    for term in TERMS:
        for name in sorted(set(term.see) - set(defined)):
            yield Complaint(
                term.name, N_("The term refers to `{name}`, which the glossary does not have."), {"name": name}
            )
        used = rf"\b{re.escape(_called(term.name))}(?:s|es)?\b"
        in_texts, in_its_own = (len(re.findall(used, text.lower())) for text in (texts, term.definition))
        if in_texts <= in_its_own and term.name not in related:
            yield Complaint(term.name, N_("No text uses the term: use it, or take it out of the glossary."))


def _called(name: str) -> str:
    """A term as texts have it: without the remark in parentheses that tells it from another one."""
    return name.partition(" (")[0].lower()
