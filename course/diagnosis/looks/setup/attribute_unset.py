"""A model of the program's own is asked for a part that it does not have."""

from __future__ import annotations

import ast
import difflib

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, nodes, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"'(\w+)' object has no attribute '(\w+)'")
    if found is None:
        return None
    kind, name = found.groups()
    own = next((node for node in nodes(facts) if isinstance(node, ast.ClassDef) and node.name == kind), None)
    if own is None:
        return None
    has = {
        each.attr
        for node in ast.walk(own)
        if isinstance(node, ast.Assign)
        for target in node.targets
        for each in ast.walk(target)
        if isinstance(each, ast.Attribute) and ast.unparse(each.value) == "self"
    } | {node.name for node in own.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")}
    near = difflib.get_close_matches(name, sorted(has), 3, 0.5) or sorted(has)
    return Found(
        "certain",
        {"kind": kind, "name": name, "has": ", ".join(near[:6]) or "—"},
        [
            (N_("error message"), found.string[:160]),
            (N_("attributes that your class sets"), ", ".join(sorted(has)[:12]) or "—"),
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="attribute-unset",
    needs=("crash",),
    find=find,
    title=N_("Your class has no attribute with this name"),
    why=N_(
        "`{name}` is asked of an object of your class `{kind}`, which sets no such attribute. What it has and is most like it: {has}."
    ),
    change=N_("Correct the name, or set `self.{name}` in `__init__`."),
    terms=("class", "layer"),
    last=True,
)
