"""A method is defined without `self`."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    named = re.search(r"(\w+)\(\) takes (?:from \d+ to )?\d+ positional arguments? but \d+ (?:was|were) given", message)
    unset = re.search(r"name 'self' is not defined", message)
    if not named and not unset:
        return None
    for node in nodes(facts):
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.decorator_list or (named and method.name != named[1]):
                continue
            first = [*method.args.posonlyargs, *method.args.args][:1]
            if method.args.vararg or (first and first[0].arg in ("self", "cls", "_", "this", "me")):
                continue
            if first and first[0].annotation is None and unset and "self" not in ast.unparse(method):
                continue
            rows = [(N_("error message"), message[:160])]
            return Found("certain", {"method": method.name}, rows, place_of(facts, method))
    return None


LOOK = Look(
    name="self-missing",
    needs=("crash",),
    find=find,
    title=N_("A method is defined without `self`"),
    why=N_(
        "Python gives each method the object itself as its first argument. `{method}` was not written with an argument for it."
    ),
    change=N_("Write `self` as the first argument: `def {method}(self, …)`."),
    terms=("class", "argument", "function signature"),
)
