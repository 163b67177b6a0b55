"""Check the words: catalogues are whole and fresh, and each translation keeps to the rules of its language."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from course.audit.complaint import Complaint
from course.i18n import DOMAIN, LANGUAGES, N_, spans
from course.paths import PACKAGE, locales

KEYWORDS: Mapping[str, Any] = {"N_": None, "translate_plural": (1, 2)}
HAN = "[\u4e00-\u9fff]"
HANGUL = "[\uac00-\ud7a3]"
PARTICLES = "은|는|이|가|을|를|의|에|에서|에게|로|으로|와|과|도|만|까지|부터|처럼|보다|라는|이라는"


def code_spans(message: str) -> Counter[str]:
    """The code spans of a message, with how often each stands in it."""
    return Counter(piece for piece, code in spans(message) if code)


def placeholders(message: str) -> Counter[str]:
    """The names in braces that `str.format` fills in, with how often each stands in the message."""
    return Counter(name for _, name, _, _ in Formatter().parse(message) if name is not None)


def plain(message: str, blank: str = "x") -> str:
    """The message with its code spans and placeholders replaced."""
    return "".join(blank if code else re.sub(r"\{[^{}]*\}", blank, piece) for piece, code in spans(message))


def messages() -> dict[str, str | tuple[str, str]]:
    """Every marked message of the package by its English id; a message with a plural is a pair."""
    found: dict[str, str | tuple[str, str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        with path.open("rb") as file:
            for _, text, _, _ in extract("python", file, KEYWORDS):
                identifier = text if isinstance(text, str) else (text[0], text[1])
                found[identifier if isinstance(identifier, str) else identifier[0]] = identifier
    return found


def catalogue_path(language: str) -> Path:
    return locales() / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue(language: str) -> Catalog:
    """A language's catalogue; an empty one where there is none yet."""
    path = catalogue_path(language)
    if not path.is_file():
        return Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update_catalogues() -> None:
    """Add what is new in the code to each catalogue, untranslated, and drop what is gone. Nothing is guessed."""
    for language in LANGUAGES[1:]:
        old = catalogue(language)
        new = Catalog(
            locale=language,
            domain=DOMAIN,
            project="course-companion",
            fuzzy=False,
            charset="utf-8",
            header_comment="# Words of the course companion. The English sentence is the message's id.",
        )
        for key, identifier in messages().items():
            entry = old.get(key)
            if entry is not None and entry.id == identifier:
                new.add(identifier, entry.string, flags=entry.flags, user_comments=entry.user_comments)
            else:
                new.add(identifier)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        new.creation_date = new.revision_date = old.creation_date
        with path.open("wb") as file:
            write_po(file, new, width=120, sort_output=False, omit_header=False, no_location=True)


def word_complaints() -> Iterator[Complaint]:
    """Yield everything that is wrong with the catalogues."""
    wanted = messages()
    for language in LANGUAGES[1:]:
        where = f"{language}.po"
        found = catalogue(language)
        entries = {entry.id if isinstance(entry.id, str) else entry.id[0]: entry for entry in found if entry.id}
        for key in sorted(wanted.keys() - entries.keys()):
            yield Complaint(
                where, N_("A message is missing; run `python -m course audit --update`: {message}"), {"message": key}
            )
        for key in sorted(entries.keys() - wanted.keys()):
            yield Complaint(
                where,
                N_("A message is no longer used; run `python -m course audit --update`: {message}"),
                {"message": key},
            )
        for key in sorted(wanted.keys() & entries.keys()):
            entry = entries[key]
            if entry.fuzzy:
                yield Complaint(
                    where, N_("A translation is marked fuzzy, and will not be shown: {message}"), {"message": key}
                )
            forms = entry.string if isinstance(entry.string, tuple | list) else [entry.string]
            for form in forms:
                yield from translation_complaints(language, key, form or "")


def translation_complaints(language: str, message: str, translation: str) -> Iterator[Complaint]:
    """Yield everything that is wrong with one translation."""
    where = f"{language}.po"
    values = {"message": message, "translation": translation}
    if not translation:
        yield Complaint(where, N_("A translation is missing: {message}"), values)
        return
    if code_spans(message) != code_spans(translation):
        yield Complaint(where, N_("The code spans differ from those of the English sentence: {translation}"), values)
    if set(placeholders(message)) != set(placeholders(translation)):
        yield Complaint(where, N_("The placeholders differ from those of the English sentence: {translation}"), values)
    if left_in_english(language, message, translation):
        yield Complaint(where, N_("This is still English: {translation}"), values)
    for rule in broken_rules(language, translation):
        yield Complaint(where, rule, values)
    for term, forms in missing_terms(language, message, translation):
        yield Complaint(
            where,
            N_("The glossary renders “{term}” as “{forms}”: {translation}"),
            {**values, "term": term, "forms": forms},
        )


def left_in_english(language: str, message: str, translation: str) -> bool:
    """Whether a translation says nothing in its language though the message has words to translate."""
    words = re.findall(r"[A-Za-z]{2,}", plain(message, ""))
    if len(words) < 2:
        return False
    script = {"zh_CN": HAN, "ko": HANGUL}.get(language)
    return not re.search(script, translation) if script else translation == message


def broken_rules(language: str, translation: str) -> Iterator[str]:
    """The rules of punctuation that a translation breaks, as messages."""
    words = plain(translation)
    if language == "zh_CN":
        if re.search(rf"{HAN}\s*[,;:?!](?!\S*\w)|{HAN}[,;:?!]|{HAN}\.(\s|$)", words):
            yield N_("Chinese takes full-width punctuation: {translation}")
        if re.search(rf"{HAN}\s?[()]|[()]\s?{HAN}", words):
            yield N_("Chinese takes full-width punctuation: {translation}")
        if "您" in words:
            yield N_("The form of address is another: {translation}")
        if re.search(rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}", words):
            yield N_("Chinese puts a space between Han characters and Latin letters or digits: {translation}")
    if language == "ko":
        if re.search(r"[가-힣]요[.!?]", words):
            yield N_("The form of address is another: {translation}")
        if ".:" in words:
            yield N_("Korean does not put a colon after a full stop: {translation}")
        if re.search(rf"` (?:{PARTICLES})(?![가-힣])", translation):
            yield N_("A Korean particle follows its code span directly: {translation}")
    if language == "it" and re.search(r"\b(?:Lei|Suo|Sua|Voi|voi|vostr[oaie])\b", words):
        yield N_("The form of address is another: {translation}")
    if language == "it" and re.search(r"\b(?:perche|poiche|cosi|puo|piu|e|gia|cioe)'(?!\w)", words, re.IGNORECASE):
        yield N_("Italian writes an accent here, not an apostrophe: {translation}")


@cache
def glossary() -> list[dict[str, str]]:
    """The glossary's rows: the English term, and for each language the forms that may stand for it, separated by `|`."""
    with (locales() / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def missing_terms(language: str, message: str, translation: str) -> Iterator[tuple[str, str]]:
    """The glossary's terms that stand in the English sentence and have no form of theirs in the translation."""
    english = plain(message.lower())
    words = translation.lower()
    for row in sorted(glossary(), key=lambda row: -len(row["term"])):
        pattern = rf"\b{re.escape(row['term'].lower())}(?:s|es)?\b"
        if re.search(pattern, english):
            # a term inside a longer one is the longer one's affair
            english = re.sub(pattern, " ", english)
            if not any(form.strip().lower() in words for form in row.get(language, "").split("|")):
                yield row["term"], row.get(language, "")
