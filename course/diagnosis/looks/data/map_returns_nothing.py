"""A function of `map` returns nothing."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for call in calls(facts, "map"):
        first = (
            call.args[0] if call.args else next((each.value for each in call.keywords if each.arg == "function"), None)
        )
        function = functions.get(first.id) if isinstance(first, ast.Name) else None
        if function is None or not isinstance(call.func, ast.Attribute):
            continue
        # a pool of processes, or pandas, has a `map` as well, and there nothing need come back
        inside = [*ast.walk(function)]
        gives = any(isinstance(node, ast.Return) and node.value is not None for node in inside)
        calls_tokenizer = any(isinstance(node, ast.Call) and "token" in ast.unparse(node.func) for node in inside)
        if gives or not (calls_tokenizer or any(each.arg == "batched" for each in call.keywords)):
            continue
        if any(isinstance(node, ast.Yield) for node in inside):
            continue
        return Found(
            "likely", {"function": function.name}, [(N_("lines with `return` in it"), 0)], place_of(facts, function)
        )
    return None


LOOK = Look(
    name="map-returns-nothing",
    needs=("source",),
    find=find,
    title=N_("A function of `map` returns nothing"),
    why=N_(
        "`map` adds to each example what your function returns. `{function}` has no `return`, so the data set stays as it was."
    ),
    change=N_("Let `{function}` return the dictionary with the new columns."),
    cases=("no-input-ids",),
    terms=(
        "data set",
        "column",
    ),
    raises=True,
)
