"""The backward pass goes past Accelerate."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.way != "accelerate" or not [*calls(facts, "prepare")]:
        return None
    # the accelerator's own takes the loss, whatever the accelerator is called; a program with both has a training without it, too
    passes = [call for call in calls(facts, "backward") if isinstance(call.func, ast.Attribute)]
    if not passes or any(each.args for each in passes):
        return None
    return Found(
        "likely",
        {"line": ast.unparse(passes[0])},
        [(N_("line of code"), ast.unparse(passes[0])[:120])],
        place_of(facts, passes[0]),
    )


LOOK = Look(
    name="backward-without-accelerator",
    needs=("source",),
    find=find,
    title=N_("The backward pass goes past Accelerate"),
    why=N_(
        "`{line}` is called instead of `accelerator.backward(loss)`. With mixed precision the loss is then not scaled, and with gradient accumulation it is not divided."
    ),
    change=N_("Write `accelerator.backward(loss)`."),
    terms=(
        "Accelerator",
        "backward pass",
        "mixed precision",
    ),
)
