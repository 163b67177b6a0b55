"""Check the catalogues: they are whole and fresh, and every translation in them keeps to its language's rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from course.audit.complaint import Complaint
from course.audit.messages import messages, two_senses
from course.audit.terms import avoidable, term_complaints
from course.audit.translations import translation_complaints
from course.i18n import CONTEXT, DOMAIN, LANGUAGES, N_
from course.paths import locales


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
        for marked in messages().values():
            context = marked.context or None
            entry = old.get(marked.singular, context)
            if entry is not None and entry.id == marked.identifier:
                new.add(
                    marked.identifier,
                    entry.string,
                    flags=entry.flags,
                    user_comments=entry.user_comments,
                    context=context,
                )
            else:
                new.add(marked.identifier, context=context)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        new.creation_date = new.revision_date = old.creation_date
        with path.open("wb") as file:
            write_po(file, new, width=120, sort_output=False, omit_header=False, no_location=True)


def word_complaints() -> Iterator[Complaint]:
    """Yield everything that is wrong with the catalogues."""
    wanted = messages()
    yield from two_senses(wanted)
    yield from term_complaints()
    for each in wanted.values():
        yield from avoidable("en", each.singular)
    for language in LANGUAGES[1:]:
        where = f"{language}.po"
        found = catalogue(language)
        entries = {_key(entry): entry for entry in found if entry.id}
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
                yield from translation_complaints(language, wanted[key].singular, form or "")


def _key(entry: Message) -> str:
    singular = entry.id if isinstance(entry.id, str) else entry.id[0]
    return f"{entry.context}{CONTEXT}{singular}" if entry.context else singular
