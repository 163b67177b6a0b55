"""A scheduler that counts steps gets a loss, or another value, for the number of the epoch."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import OPTIMIZER, calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.schedule_given is None:
        return None
    kind, given = facts.training.schedule_given
    stepped = [call for call in calls(facts, "step") if call.args and isinstance(call.func, ast.Attribute)]
    others = [call for call in stepped if not OPTIMIZER.search(ast.unparse(call.func).removesuffix(".step"))]
    return Found(
        "certain",
        {"kind": kind, "given": given},
        [(N_("scheduler"), kind), (N_("its step gets"), round(given, 4))],
        place_of(facts, others[0]) if others else None,
    )


LOOK = Look(
    name="schedule-given-value",
    needs=("training",),
    find=find,
    title=N_("The scheduler takes a value for the number of the epoch"),
    why=N_(
        "`{kind}` counts the calls of `step`. If `step` gets a number, it takes that for the number of the epoch: with {given:.3g}, the learning rate is that of an epoch near the beginning, again and again."
    ),
    change=N_("Call `step()` without an argument. Only `ReduceLROnPlateau` takes a value."),
    terms=("scheduler", "learning rate", "epoch"),
)
