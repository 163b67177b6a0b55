"""A layer of one's own does not write down all that it is made with."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(
        facts,
        r"could not be deserialized properly|missing \d+ required positional argument|Unable to revive|from_config",
    )
    if found is None:
        return None
    for kind in (node for node in nodes(facts) if isinstance(node, ast.ClassDef)):
        methods = {node.name: node for node in kind.body if isinstance(node, ast.FunctionDef)}
        make, tell = methods.get("__init__"), methods.get("get_config")
        if make is None or tell is None:
            continue
        needed = [each.arg for each in make.args.args[1 : len(make.args.args) - len(make.args.defaults)]]
        written = {str(node.value) for node in ast.walk(tell) if isinstance(node, ast.Constant)}
        written |= {str(node.arg) for node in ast.walk(tell) if isinstance(node, ast.keyword)}
        missing = [name for name in needed if name not in written]
        if missing:
            return Found(
                "certain",
                {"kind": kind.name, "names": ", ".join(f"`{name}`" for name in missing)},
                [(N_("error message"), found.string[:160])],
                place_of(facts, tell),
            )
    return None


LOOK = Look(
    name="configuration-incomplete",
    needs=("crash",),
    find=find,
    title=N_("`get_config` leaves something out"),
    why=N_(
        "Keras saves with a model what `get_config` of `{kind}` returns, and makes the object anew from it. What `__init__` needs besides is missing there: {names}."
    ),
    change=N_("Add it to the dictionary in `get_config`, under the name of the parameter."),
    terms=("configuration", "class"),
)
