"""The batches are shuffled, not the examples."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in calls(facts, "shuffle"):
        inner = call.func.value if isinstance(call.func, ast.Attribute) else None
        while isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
            if inner.func.attr == "batch":
                return Found("possible", {}, [(N_("line of code"), ast.unparse(call)[-120:])], place_of(facts, call))
            inner = inner.func.value
    return None


LOOK = Look(
    name="batched-before-shuffled",
    needs=("source",),
    find=find,
    title=N_("The batches are shuffled, not the examples"),
    why=N_(
        "`shuffle` comes after `batch`. So the same examples are together in a batch in every epoch; if the file is sorted by label, each batch has one label."
    ),
    change=N_("Write `data.shuffle(…).batch(…)`."),
    terms=(
        "shuffling",
        "batch",
    ),
)
