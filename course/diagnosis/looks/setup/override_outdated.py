"""A function of yours does not take an argument that the library gives it."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"(\w+)\(\) got an unexpected keyword argument '(\w+)'")
    if found is None:
        return None
    own = [node for node in nodes(facts) if isinstance(node, ast.FunctionDef) and node.name == found.group(1)]
    # a call that the reader made with a wrong argument is another mistake, and so is a layer that Keras makes anew
    if not own or facts.crash.library in ("", "__main__") or (found[1] == "__init__" and "deserializ" in found.string):
        return None
    return Found(
        "certain",
        {"function": found.group(1), "argument": found.group(2)},
        [(N_("error message"), found.string[:160]), (N_("called by"), facts.crash.library)],
        place_of(facts, own[0]),
    )


LOOK = Look(
    name="override-outdated",
    needs=("crash",),
    find=find,
    title=N_("A function of yours does not take an argument that the library gives it"),
    why=N_(
        "The library calls your `{function}` with the argument `{argument}`, which it does not take. Newer versions often pass more arguments than older ones did."
    ),
    change=N_("Let `{function}` take `{argument}`, or add `**kwargs` to its parameters."),
    terms=(
        "argument",
        "function signature",
    ),
)
