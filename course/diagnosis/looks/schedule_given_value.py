"""A scheduler that counts steps gets the loss in place of nothing."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, RISING, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

COUNTING = re.compile(
    r"^(?:StepLR|MultiStepLR|ExponentialLR|CosineAnnealingLR|LambdaLR|LinearLR|PolynomialLR|OneCycleLR|CyclicLR|ConstantLR|MultiplicativeLR"
    r"|get_\w*schedule\w*|get_scheduler)$"
)
"""What makes schedulers that count the calls of `step`."""


def find(facts: Facts) -> Found | None:
    made = {
        ast.unparse(node.targets[0]): called(node.value)
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or called(node) != "step" or not isinstance(node.func, ast.Attribute):
            continue
        kind = made.get(ast.unparse(node.func.value), "")
        given = ast.unparse(node.args[0]) if node.args else ""
        if COUNTING.match(kind) and (FALLING.search(given) or RISING.search(given)):
            return Found(
                "certain",
                {"kind": kind, "given": given},
                [(N_("scheduler"), kind), (N_("its step gets"), f"`{given}`")],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="schedule-given-value",
    needs=(),
    find=find,
    title=N_("The scheduler takes a value for the number of the epoch"),
    why=N_(
        "`{kind}` counts the calls of `step`. If `step` gets a number, it takes that for the number of the epoch: with `{given}`, the learning rate is that of an epoch near the beginning, again and again."
    ),
    change=N_("Call `step()` without an argument. Only `ReduceLROnPlateau` takes a value."),
    terms=("scheduler", "learning rate", "epoch"),
)
