"""The glossary's page at the end of a notebook: the terms that the notebook uses."""

from __future__ import annotations

from course.glossary import ENTRY, NAMED, anchor, headword, in_order, other_name
from course.notebook.writing.cells import Cells
from course.notebook.writing.front import GLOSSARY
from course.notebook.writing.lesson import anchored


def write_glossary(cells: Cells) -> None:
    """Write the entries of the terms that were used so far, in the order of the language's letters."""
    entries = []
    for term in in_order(cells.language):
        if term.name in cells.met:
            name = f'<a id="{anchor(term)}" name="{anchor(term)}"></a>**{headword(term, cells.language)}**'
            other = other_name(term, cells.language)
            called = cells.say(NAMED, term=name, name=other) if other else name
            entries.append(cells.say(ENTRY, term=called, definition=cells.say(term.definition)))
    cells.text("glossary", anchored("glossary", cells.say(GLOSSARY)), *entries)
