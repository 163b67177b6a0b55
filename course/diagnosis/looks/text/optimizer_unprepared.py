"""Gradients are accumulated with Accelerate, and the optimizer does not take part."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import OPTIMIZER, assigned, call_place, called, calls, nodes
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    given = [ast.unparse(each) for call in calls(facts, "prepare") for each in call.args]
    made = assigned(facts)
    if not given or any("*" in each for each in given):
        return None
    for block in (node for node in nodes(facts) if isinstance(node, ast.With)):
        if not any(
            isinstance(each.context_expr, ast.Call) and called(each.context_expr) == "accumulate"
            for each in block.items
        ):
            continue
        for call in (each for each in ast.walk(block) if isinstance(each, ast.Call) and called(each) == "step"):
            owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
            maker = made.get(owner)
            if isinstance(maker, ast.Call) and OPTIMIZER.search(called(maker)) and owner not in given:
                return Found(
                    "likely",
                    {"name": owner},
                    [
                        (N_("given to `prepare`"), ", ".join(given)),
                        (N_("optimizer"), f"`{owner} = {ast.unparse(maker)[:80]}`"),
                    ],
                    call_place(facts, "prepare"),
                )
    return None


LOOK = Look(
    name="optimizer-unprepared",
    needs=("source",),
    find=find,
    title=N_("The optimizer did not go through `prepare`"),
    why=N_(
        "Inside `accelerator.accumulate`, only an optimizer that `prepare` has returned waits until enough batches have been accumulated. `{name}` did not go through it. So it takes a step after each batch, with a gradient already divided by the number of batches to accumulate, and `zero_grad` clears the gradient each time."
    ),
    change=N_(
        "Give all of them to one call: `model, optimizer, loader = accelerator.prepare(model, optimizer, loader)`."
    ),
    terms=(
        "Accelerator",
        "gradient accumulation",
        "optimizer",
    ),
)
