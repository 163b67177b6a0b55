"""Gradients are accumulated twice."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of, steps_now_and_then
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    accumulates = [
        call
        for call in calls(facts, "Accelerator")
        if any(each.arg == "gradient_accumulation_steps" for each in call.keywords)
    ]
    inside = any(isinstance(node, ast.With) and "accumulate(" in ast.unparse(node.items[0]) for node in nodes(facts))
    if not accumulates or not inside:
        return None
    for node in nodes(facts):
        if isinstance(node, ast.If) and steps_now_and_then(node):
            return Found(
                "likely",
                {},
                [
                    (N_("accumulation by Accelerate"), ast.unparse(accumulates[0])),
                    (N_("accumulation by hand"), ast.unparse(node.test)),
                ],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="accumulated-twice",
    needs=(),
    find=find,
    title=N_("Gradients are accumulated twice"),
    why=N_(
        "Inside `accelerator.accumulate`, Accelerate itself decides at which batches a step is taken. The program decides it as well, with a condition of its own. Steps are taken only where both agree, and that may be never."
    ),
    change=N_(
        "Call `optimizer.step()`, `scheduler.step()` and `optimizer.zero_grad()` for every batch inside `accumulate`, without the condition."
    ),
    cases=("neither-step-nor-error",),
    terms=("gradient accumulation", "Accelerator"),
    raises=True,
)
