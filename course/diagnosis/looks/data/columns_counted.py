"""A data set counts its columns in place of its rows."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.counted is None:
        return None
    name, columns, rows = facts.counted
    methods = (each for each in nodes(facts) if isinstance(each, ast.FunctionDef) and each.name == "__len__")
    returned = (each for method in methods for each in ast.walk(method) if isinstance(each, ast.Return))
    return Found(
        "certain",
        {"name": name, "columns": columns, "rows": rows},
        [(N_("rows of the data set"), rows), (N_("what `len()` says"), columns)],
        next((place_of(facts, each) for each in returned if name in ast.unparse(each)), None),
    )


LOOK = Look(
    name="columns-counted",
    needs=("source",),
    find=find,
    title=N_("The data set counts its columns in place of its rows"),
    why=N_(
        "`{name}` is a dictionary with {columns} columns, and its length is their number. So `len()` of the data set is {columns}, although it has {rows} rows, and the rows after the first {columns} are never read."
    ),
    change=N_("Let `__len__` return the number of rows, the length of one of the columns: `len(self.labels)`."),
    terms=("data set", "column", "dictionary"),
)
