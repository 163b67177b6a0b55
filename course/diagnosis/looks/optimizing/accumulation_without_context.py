"""Gradient accumulation is asked for, but never takes place."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def counts(facts: Facts, steps: str) -> bool:
    """Whether a program counts batches, as one that accumulates by hand does."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and (ast.unparse(node.right) == steps or "accum" in ast.unparse(node.right).lower())
        for node in nodes(facts)
    )


def splits(facts: Facts) -> bool:
    """Whether a program makes several backward passes in a loop of its own before a step, as one that accumulates by hand does."""
    return any(
        isinstance(node, ast.For)
        and {"backward"}
        == {called(each) for each in ast.walk(node) if isinstance(each, ast.Call)} & {"backward", "step"}
        for node in nodes(facts)
    )


def find(facts: Facts) -> Found | None:
    for call in calls(facts, "Accelerator"):
        for option in call.keywords:
            if option.arg == "gradient_accumulation_steps" and ast.unparse(option.value) not in ("1", "None"):
                if [*calls(facts, "accumulate")] or counts(facts, ast.unparse(option.value)) or splits(facts):
                    return None
                return Found(
                    "likely",
                    {"steps": ast.unparse(option.value)},
                    [
                        ("`gradient_accumulation_steps`", ast.unparse(option.value)),
                        (N_("uses of `accelerator.accumulate`"), 0),
                    ],
                    place_of(facts, option.value),
                )
    return None


LOOK = Look(
    name="accumulation-without-context",
    needs=("source",),
    find=find,
    title=N_("Gradient accumulation is asked for, but never takes place"),
    why=N_(
        "`Accelerator` was asked for `gradient_accumulation_steps={steps}`, so `accelerator.backward` divides the loss by it. But without `with accelerator.accumulate(model):`, each batch is followed by a step of its own."
    ),
    change=N_("Put the forward pass, the backward pass and the step inside `with accelerator.accumulate(model):`."),
    terms=(
        "Accelerator",
        "gradient accumulation",
    ),
)
