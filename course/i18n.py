"""Words in four languages: marking, translating, and choosing the language.

The English sentence is the message's id. The language is an argument everywhere; nothing is installed or global.
"""

from __future__ import annotations

import gettext
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import Any

from course.paths import locales, replacing_path

LANGUAGES = ("en", "it", "zh_CN", "ko")
DOMAIN = "course"
SHORT = {"en": "en", "it": "it", "zh_CN": "zh", "ko": "ko"}
NATIVE = {"en": "English", "it": "Italiano", "zh_CN": "简体中文", "ko": "한국어"}
CONTEXT = "\x04"
"""What stands between a message's context and the message, as in gettext's own catalogues."""
VARIABLES = ("COURSE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def N_(message: str) -> str:
    """Mark a sentence for translation, and leave it as it is."""
    return message


def in_context(context: str, message: str) -> str:
    """Mark a message that means something else in another place; `context` says, for translators, which sense is meant."""
    return f"{context}{CONTEXT}{message}"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    path = locales() / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if path.is_file():
        return gettext.GNUTranslations(BytesIO(compiled_catalogue(path.read_bytes(), language)))
    compiled = path.with_suffix(".mo")
    return gettext.GNUTranslations(BytesIO(compiled.read_bytes())) if compiled.is_file() else gettext.NullTranslations()


def compiled_catalogue(source: bytes, language: str) -> bytes:
    """What gettext reads (the content of a `.mo` file) for a catalogue (that of a `.po` file). Fuzzy entries are left out.

    Compiling takes a third of a second, so the result is kept in the user's cache, behind a digest of the source.
    """
    from hashlib import blake2b

    from platformdirs import user_cache_path

    digest = blake2b(source).digest()
    kept = user_cache_path("course-companion", appauthor=False) / f"{language}.mo"
    with suppress(OSError):
        if (found := kept.read_bytes()).startswith(digest):
            return found[len(digest) :]
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=language, domain=DOMAIN))
    # a user without a home has no cache
    if kept.is_absolute():
        with suppress(OSError), replacing_path(kept) as part:
            part.write_bytes(digest + compiled.getvalue())
    return compiled.getvalue()


@cache
def _locale(language: str) -> Any:
    """What Babel knows of a language; to find it by its name again for each number takes long."""
    from babel import Locale

    return Locale.parse(language)


def translate(message: str, language: str) -> str:
    """The message in a language; the English sentence itself where there is no translation."""
    return _catalogue(language).gettext(message).rpartition(CONTEXT)[2] if message else ""


def translate_plural(singular: str, plural: str, count: int, language: str) -> str:
    """The form of a message that goes with a count in a language; `{count}` in it is still to be filled in."""
    return _catalogue(language).ngettext(singular, plural, count)


def spans(prose: str) -> list[tuple[str, bool]]:
    """Split prose at its backticks into pairs: a piece, without the backticks, and whether it is code.

    A backtick that has no partner stays where it is.
    """
    return [(piece, place % 2 == 1) for place, piece in enumerate(re.split("`([^`]*)`", prose))]


def bare(prose: str) -> str:
    """Prose without the backticks around its code, for places that cannot set code off."""
    return prose.replace("`", "")


def format_number(value: float, language: str, places: int = 2) -> str:
    """A number with a fixed count of decimal places, as the language writes it: 1.10 in English, 1,10 in Italian."""
    if not math.isfinite(value):
        return str(value)
    from babel.numbers import format_decimal

    return str(format_decimal(value, format=f"#,##0.{'0' * places}" if places else "#,##0", locale=_locale(language)))


def format_date(day: str, language: str) -> str:
    """A day, such as 2026-11-25, as the language writes it: November 25, 2026 in English, 25 novembre 2026 in Italian."""
    from datetime import date

    from babel.dates import format_date as formatted

    # Babel's Chinese form has none of the spaces that belong between Han and digits
    form = "y 年 M 月 d 日" if language == "zh_CN" else "long"
    return str(formatted(date.fromisoformat(day), form, locale=_locale(language)))


def format_share(value: float, language: str, places: int = 1) -> str:
    """A share of 1 as a percentage, as the language writes it: 81.3% in English, 81,3% in Italian."""
    from babel.numbers import format_percent

    return str(format_percent(value, format=f"#,##0.{'0' * places}%", locale=_locale(language)))


def listed(items: Iterable[str], language: str) -> str:
    """Items one after the other, as the language separates them."""
    return ("、" if language == "zh_CN" else ", ").join(items)


def format_choice(items: Sequence[str], language: str) -> str:
    """Items as the language lists alternatives: a, b, or c in English, a, b o c in Italian."""
    from babel.lists import format_list

    listed = str(format_list(items, style="or", locale=_locale(language)))
    # Babel's Chinese pattern has none of the spaces that belong between Han and Latin
    return listed.replace("或", " 或 ") if language == "zh_CN" else listed


def negotiate(tag: str) -> str | None:
    """The language that a tag such as `zh-Hans-CN` or `it_IT.UTF-8` asks for; None if it is none of the four."""
    subtags = tag.split(".", maxsplit=1)[0].split("@", maxsplit=1)[0].replace("-", "_").lower().split("_")
    if subtags[0] == "zh":
        traditional = {"hant", "tw", "hk", "mo"}
        return None if traditional.intersection(subtags[1:]) and "hans" not in subtags else "zh_CN"
    return subtags[0] if subtags[0] in LANGUAGES else None


def environment_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for: the first variable that is set decides, and unknown is English."""
    for variable in VARIABLES:
        value = environment.get(variable, "")
        if value:
            known = (negotiate(tag) for tag in value.split(":"))
            return next((language for language in known if language), "en")
    return "en"


def language_name(language: str, reader: str) -> str:
    """The name of a language in that of a reader."""
    return _locale(language).get_language_name(reader) or NATIVE[language]
