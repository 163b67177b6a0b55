"""The pages in which a reader looks something up: the glossary, the versions, and the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from course.frameworks import FRAMEWORKS
from course.glossary import NAMED, anchor, headword, in_order, other_name
from course.i18n import LANGUAGES, N_, in_context
from course.notebook.writing.front import GLOSSARY as GLOSSARY_TITLE
from course.observe import report
from course.site.lessons import TrackSite, when
from course.site.page import GLOSSARY, Page, Words
from course.terms import TERMS, Term

SEARCH = N_("Search")
VERSIONS = in_context("site", "Versions")


def glossary_page() -> Page:
    """The glossary."""

    def content(words: Words) -> dict[str, Any]:
        entries = [
            {
                "anchor": anchor(term),
                "name": headword(term, words.language),
                "other": other_name(term, words.language),
                "definition": words.prose(term.definition),
                "see": see(term, words) if term.see else "",
            }
            for term in in_order(words.language)
        ]
        return {"entries": entries}

    known = {term.name: term for term in TERMS}
    homonyms = {language: Counter(headword(term, language) for term in TERMS) for language in LANGUAGES}

    def see(term: Term, words: Words) -> Markup:
        """The terms to look up next, as links; where two have one name, the English name tells them apart."""
        links = []
        for other in (known[name] for name in term.see):
            name = headword(other, words.language)
            if homonyms[words.language][name] > 1 or name == headword(term, words.language):
                name = words.say(NAMED, term=name, name=other.name)
            links.append(Markup('<a href="#{}">{}</a>').format(anchor(other), name))
        return Markup(escape(words.label("see"))).format(terms=Markup(words.listed(links)))

    return Page(GLOSSARY, GLOSSARY_TITLE, "glossary.html.jinja", content)


def versions_page(ways: Sequence[TrackSite]) -> Page:
    """Which versions the recordings were made with, and what each fault said there."""

    def content(words: Words) -> dict[str, Any]:
        return {"ways": [_symptoms(way, words) for way in ways]}

    return Page("versions", VERSIONS, "versions.html.jinja", content)


def _symptoms(way: TrackSite, words: Words) -> dict[str, Any]:
    faults = []
    for fault in way.track.faults:
        name = f"{fault.name}-today"
        seen = way.recording.seen.get(name)
        told = report(fault.today, seen.observed) if seen is not None else None
        faults.append(
            {
                "title": words.say(fault.title),
                "href": words.href(f"{way.home}/{fault.name}"),
                "symptom": f"{told.error}: {told.message}" if told is not None and told.error else "",
            }
        )
    return {
        "title": f"{words.say(way.chapter.title)} · {FRAMEWORKS[way.track.framework].title}",
        "when": words.label("when", **when(way.recording, words)),
        "faults": faults,
    }


def search_page() -> Page:
    """The page that searches all others."""
    return Page("search", SEARCH, "search.html.jinja", lambda words: {}, searched=False)
