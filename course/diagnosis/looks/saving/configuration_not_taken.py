"""A layer of one's own writes down the name and the type that Keras gives it, and cannot be made with them."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"(\w+)\.__init__\(\) got an unexpected keyword argument '(name|trainable|dtype)'")
    if found is None:
        return None
    for kind in (node for node in nodes(facts) if isinstance(node, ast.ClassDef) and node.name == found[1]):
        methods = {node.name: node for node in kind.body if isinstance(node, ast.FunctionDef)}
        make = methods.get("__init__")
        if make is not None and make.args.kwarg is None:
            return Found(
                "certain",
                {"kind": kind.name, "name": found[2]},
                [(N_("error message"), found[0])],
                place_of(facts, make),
            )
    return None


LOOK = Look(
    name="configuration-not-taken",
    needs=("crash",),
    find=find,
    title=N_("`__init__` does not take what `get_config` returns"),
    why=N_(
        "Keras saves what `get_config` of `{kind}` returns, and makes the object anew with all of it. `super().get_config()` is part of it, with `name`, `trainable` and `dtype`. But `__init__` of `{kind}` has no parameter for `{name}`."
    ),
    change=N_(
        "Add `**kwargs` to the parameters of `__init__`, and hand them on: `super().__init__(**kwargs)`. Then save the model again."
    ),
    terms=("configuration", "class"),
)
