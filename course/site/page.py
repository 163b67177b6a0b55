"""A page of the site, and its words in one language: prose with links to the glossary, numbers, and addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from course.glossary import anchor, first_uses
from course.i18n import SHORT, bare, format_number, language_name, listed, spans, translate
from course.lesson import Framework
from course.message import Message
from course.site.labels import LABELS

GLOSSARY = "glossary"
"""The path of the glossary's page."""
START_PATH = "start"
"""The path of the page that tells how to install the course."""


ADDRESS = re.compile(r"https://[\w./?=&#%-]*[\w/]", re.ASCII)


def _linked(text: str) -> Iterator[Markup]:
    """Text as HTML, with its web addresses as links."""
    end = 0
    for found in ADDRESS.finditer(text):
        yield _escaped(text[end : found.start()])
        yield Markup('<a href="{0}">{0}</a>').format(found[0])
        end = found.end()
    yield _escaped(text[end:])


def _escaped(text: str) -> Markup:
    """Text as HTML, in which a number stays on one line with the sign before it."""
    return escape(text.replace("ln 3", "ln\u00a03").replace(" ≈ ", "\u00a0≈\u00a0"))


@dataclass(frozen=True)
class Page:
    """A page, the same in every language.

    Attributes:
        path: the directories that lead to it below that of the language; empty for the first page.
        title: words; `values` fills its placeholders, where one named `language` is the code of a language.
        template: the name of the template that shows it.
        content: makes what the template is filled with.
        contents: the lists of pages beside it, each with a title; the page itself may be among them.
        frameworks: the path of the page that has its place in each framework; empty where it has only one form.
        parent: words; the title of what it is a part of.
        searched: whether the search finds it.
        script: the name of a script of its own; empty if it has none.
    """

    path: str
    title: str
    template: str
    content: Callable[[Words], Mapping[str, Any]]
    values: Mapping[str, str] = field(default_factory=dict)
    contents: str = ""
    frameworks: Mapping[Framework, str] = field(default_factory=dict)
    parent: str = ""
    searched: bool = True
    script: str = ""


@dataclass(frozen=True)
class Contents:
    """A list of pages that is shown beside each of them: groups with a title (which may be empty) and paths."""

    groups: Sequence[tuple[str, Sequence[str]]]


@cache
def _title(title: str, values: tuple[tuple[str, str], ...], language: str) -> str:
    """A title is written on every page that lists it."""
    return bare(Message(title, dict(values)).sentence(language))


class Words:
    """The words of one page in one language.

    Args:
        page: the page that they are on: addresses are relative to it, and a term of the glossary is linked once on it.
    """

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language
        self.met: set[str] = set()

    def say(self, message: str, /, **values: object) -> str:
        """A message in the language, filled in; without backticks."""
        return bare(self._filled(message, values))

    def prose(self, message: str, /, **values: object) -> Markup:
        """A message as HTML: code as code, addresses as links, and the first use of each term of the glossary as one, too."""
        pieces: list[Markup] = []
        for piece in first_uses(self._filled(message, values), self.language, self.met):
            if piece.code:
                pieces.append(Markup("<code>{}</code>").format(piece.text))
            elif piece.term and self.page.path != GLOSSARY:
                address = self.href(GLOSSARY, anchor(piece.term))
                pieces.append(Markup('<a class="term" href="{}">{}</a>').format(address, piece.text))
            else:
                pieces += _linked(piece.text)
        return Markup("").join(pieces)

    def title_prose(self, message: str) -> Markup:
        """A message as HTML for a place that is a link itself: code as code, and no links."""
        return Markup("").join(
            Markup("<code>{}</code>").format(text) if code else escape(text)
            for text, code in spans(translate(message, self.language))
        )

    def number(self, value: int) -> str:
        """A whole number as the language writes it."""
        return format_number(value, self.language, 0)

    def listed(self, items: Iterable[str]) -> str:
        """Items one after the other, as the language separates them."""
        return listed(items, self.language)

    def label(self, name: str, /, **values: object) -> str:
        """One of the short texts of the templates."""
        return self.say(LABELS[name], **values)

    def title(self, page: Page) -> str:
        """The title of a page."""
        return _title(page.title, tuple(self.named(page.values).items()), self.language)

    def named(self, values: Mapping[str, str]) -> dict[str, str]:
        """Values of a title, with the codes of languages as their names."""
        return {
            name: language_name(value, self.language) if name == "language" else value for name, value in values.items()
        }

    def href(self, path: str, fragment: str = "", language: str = "") -> str:
        """The address of a page relative to this one; by default in the same language."""
        there = f"{SHORT[language or self.language]}/{path}".rstrip("/") + "/"
        return f"{self.root}{there}{'#' if fragment else ''}{fragment}"

    @property
    def root(self) -> str:
        """The address of the site's root relative to this page."""
        return "../" * (1 + len(self.page.path.split("/")) if self.page.path else 1)

    def _filled(self, message: str, values: Mapping[str, object]) -> str:
        words = translate(message, self.language)
        return words.format(**values) if values else words
