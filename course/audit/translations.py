"""The rules of a translation: what must stay as in the English sentence, the language's punctuation and form of address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter

from course.audit.complaint import Complaint
from course.audit.terms import avoidable, missing_terms, plain
from course.i18n import N_, spans

HAN = "[\u4e00-\u9fff]"
HANGUL = "[\uac00-\ud7a3]"
PARTICLES = "은|는|이|가|을|를|의|에|에서|에게|로|으로|와|과|도|만|까지|부터|처럼|보다|라는|이라는"


def code_spans(message: str) -> Counter[str]:
    """The code spans of a message, with how often each stands in it."""
    return Counter(piece for piece, code in spans(message) if code)


def placeholders(message: str) -> Counter[str]:
    """The names in braces that `str.format` fills in, with how often each stands in the message."""
    return Counter(name for _, name, _, _ in Formatter().parse(message) if name is not None)


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
    yield from avoidable(language, translation)
    for term, called in missing_terms(language, message, translation):
        yield Complaint(
            where,
            N_("The glossary renders “{term}” as “{forms}”: {translation}"),
            {**values, "term": term, "forms": called},
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
