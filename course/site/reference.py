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
from course.site.lessons import TrackSite, when
from course.site.page import GLOSSARY, Page, Words
from course.terms import TERMS, Term
from course.version_sets import PACKAGES, VersionSet, load_sets, of_way, rows, runs, titles, way_name

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
    """The sets of versions on which the lessons were tried, and what each symptom was there."""
    sets = load_sets()

    def content(words: Words) -> dict[str, Any]:
        lines = [[each.versions.get(name, "") for name in PACKAGES] for each in sets]
        return {"packages": PACKAGES, "sets": lines, "ways": [_symptoms(way, sets, words) for way in ways]}

    return Page("versions", VERSIONS, "versions.html.jinja", content)


def _symptoms(way: TrackSite, sets: Sequence[VersionSet], words: Words) -> dict[str, Any]:
    framework = way.track.framework
    tried = of_way(way.chapter, way.track, sets)
    whys = {each.name: each.ways[way_name(way.chapter.name, framework)].why for each in tried}
    whole = runs(way.chapter, way.track, sets)
    found = []
    for row in rows(way.chapter, way.track, sets):
        # other symptoms, such as those of probes, are listed in the repository's table
        if row.fault is None:
            continue
        said = [
            {
                "held": each.told.held,
                "text": f"{each.told.error}: {each.told.message}" if each.told.error else "",
                "sets": titles(each.sets, whole, framework),
            }
            for each in row.said
        ]
        found.append(
            {
                "title": words.say(row.fault.title),
                "href": words.href(f"{way.home}/{row.fault.name}"),
                "published": row.published,
                "said": said,
            }
        )
    return {
        "title": f"{words.say(way.chapter.title)} · {FRAMEWORKS[framework].title}",
        "when": words.label("when", **when(way.recording, words)),
        "not_run": [{"set": each.name, "why": whys[each.name]} for each in tried if whys[each.name]],
        "symptoms": found,
    }


def search_page() -> Page:
    """The page that searches all others."""
    return Page("search", SEARCH, "search.html.jinja", lambda words: {}, searched=False)
