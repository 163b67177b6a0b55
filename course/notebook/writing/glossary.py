"""The glossary's page at the end of a notebook: the terms that the notebook uses."""

from __future__ import annotations

from course.glossary import anchor, headword, in_order
from course.notebook.writing.cells import Cells
from course.notebook.writing.front import GLOSSARY
from course.notebook.writing.lesson import anchored


def write_glossary(cells: Cells) -> None:
    """Write the entries of the terms that were used so far, in the order of the language's letters."""
    entries = []
    for term in in_order(cells.language):
        if term.name in cells.met:
            own = headword(term, cells.language)
            other = f" ({term.name})" if own.casefold() != term.name.casefold() else ""
            entries.append(
                f'<a id="{anchor(term)}" name="{anchor(term)}"></a>**{own}**{other}: {cells.say(term.definition)}'
            )
    if entries:
        cells.text("glossary", anchored("glossary", cells.say(GLOSSARY)), *entries)
