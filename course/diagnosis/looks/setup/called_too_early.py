"""A function is called where it should be handed over."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"(?:^|\.)(\w+)\(\) missing \d+ required positional argument")
    if found is None:
        return None
    own = {node.name for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    given = [
        each
        for node in nodes(facts)
        if isinstance(node, ast.Call)
        for each in (*node.args, *(keyword.value for keyword in node.keywords))
        if isinstance(each, ast.Call) and called(each) == found[1] and not each.args and not each.keywords
    ]
    if found[1] not in own or not given:
        return None
    return Found(
        "certain", {"function": found[1]}, [(N_("error message"), found.string[:160])], place_of(facts, given[0])
    )


LOOK = Look(
    name="called-too-early",
    needs=("crash",),
    find=find,
    title=N_("A function is called where it should be handed over"),
    why=N_(
        "`{function}()` calls the function right here, without what it needs. The library wants the function itself, to call it later."
    ),
    change=N_("Write `{function}` without the brackets."),
    terms=("argument", "function signature"),
)
