"""The glossary's page at the end of a notebook: the terms that the notebook uses."""

from __future__ import annotations

from course.glossary import ENTRY, NAMED, anchor, first_uses, headword, in_order, other_name
from course.notebook.writing.cells import Cells
from course.notebook.writing.front import GLOSSARY
from course.notebook.writing.lesson import anchored
from course.terms import TERMS


def write_glossary(cells: Cells) -> None:
    """Write the entries of the terms that were used so far, and of those that these entries use, in the order of the language's letters."""
    _add_terms_of_definitions(cells)
    entries = []
    for term in in_order(cells.language):
        if term.name in cells.met:
            name = f'<a id="{anchor(term)}" name="{anchor(term)}"></a>**{headword(term, cells.language)}**'
            other = other_name(term, cells.language)
            called = cells.say(NAMED, term=name, name=other) if other else name
            entries.append(cells.say(ENTRY, term=called, definition=cells.say(term.definition)))
    cells.text("glossary", anchored("glossary", cells.say(GLOSSARY)), *entries)


def _add_terms_of_definitions(cells: Cells) -> None:
    """Add the terms that the definitions of known terms use, and those that theirs use, until there are no more."""
    read: set[str] = set()
    while read != cells.met:
        for term in TERMS:
            if term.name in cells.met - read:
                read.add(term.name)
                for _ in first_uses(cells.say(term.definition), cells.language, cells.met):
                    pass
