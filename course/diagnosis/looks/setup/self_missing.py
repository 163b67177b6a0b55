"""A method is defined without `self`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

COUNTED = re.compile(r"(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given")
"""What Python says of a function that gets more values than it has arguments for."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    counted = COUNTED.search(message)
    # the object itself is one value more than the method expects
    one_more = counted is not None and int(counted[3]) == int(counted[2]) + 1
    if not one_more and "name 'self' is not defined" not in message:
        return None
    for node in nodes(facts):
        for method in _without_object(node) if isinstance(node, ast.ClassDef) else ():
            if method.name == counted[1] if counted is not None else "self" in ast.unparse(method):
                return Found(
                    "certain", {"method": method.name}, [(N_("error message"), message[:160])], place_of(facts, method)
                )
    return None


def _without_object(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """The methods of a class with no argument for the object itself, however the class calls it."""
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef) and not each.decorator_list]
    begin = [each.args.args[0].arg if each.args.args else "" for each in methods]
    for method, name in zip(methods, begin, strict=True):
        if name != "self" and not method.args.vararg and (not name or begin.count(name) == 1):
            yield method


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
