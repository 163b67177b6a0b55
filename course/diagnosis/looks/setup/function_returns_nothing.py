"""A function returns nothing, and what it returns is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import last_part, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

NOTHING = r"NoneType|None values not supported|convert a value \(None\)|attr 'Toutput_types' of 0"
"""What libraries say of `None` that they did not expect; the last is TensorFlow's of a `train_step`."""
ASKED = ("__getitem__", "forward", "call", "compute_loss", "train_step", "training_step")
"""Methods that libraries call for what they return."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if not said(facts, NOTHING):
        return None
    used = {last_part(node) for node in _used(facts)}
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef) or function.name not in {*ASKED, *used}:
            continue
        inside = [*ast.walk(function)]
        if not any(
            isinstance(node, ast.Yield | ast.YieldFrom | ast.Raise)
            or (isinstance(node, ast.Return) and node.value is not None)
            for node in inside
        ):
            rows = [(N_("error message"), facts.crash.message[:160]), (N_("lines with `return` in it"), 0)]
            return Found("likely", {"function": function.name}, rows, place_of(facts, function))
    return None


def _used(facts: Facts) -> Iterator[ast.AST]:
    """The functions whose results go somewhere: into a variable, another call or a calculation; and those that a call is given by name."""
    alone = {id(node.value) for node in nodes(facts) if isinstance(node, ast.Expr)}
    for node in nodes(facts):
        if isinstance(node, ast.Call) and id(node) not in alone:
            yield node.func
        if isinstance(node, ast.keyword):
            yield node.value
        if isinstance(node, ast.Call):
            yield from node.args


LOOK = Look(
    name="function-returns-nothing",
    needs=("crash",),
    find=find,
    title=N_("A function returns nothing, and its result is used"),
    why=N_(
        "`{function}` has no `return` with a value, so what comes back from it is `None`. The error arises later, where something is done with `None`."
    ),
    change=N_("Write `return` and the value at the end of the function."),
    terms=(
        "function signature",
        "exception",
    ),
    last=True,
)
