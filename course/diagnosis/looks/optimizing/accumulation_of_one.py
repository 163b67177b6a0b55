"""Accelerate is to accumulate gradients, and was not told of how many batches."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TOLD = ("gradient_accumulation_steps", "gradient_accumulation_plugin", None)
"""The options of `Accelerator` that say of how many; None stands for a dictionary of options."""


def find(facts: Facts) -> Found | None:
    made, used = [*calls(facts, "Accelerator")], [*calls(facts, "accumulate")]
    name = batches_for_a_step(facts)
    if len(made) != 1 or not used or not name or any(each.arg in TOLD for each in made[0].keywords):
        return None
    set_later = any(
        isinstance(node, ast.Assign) and "gradient_accumulation_steps" in ast.unparse(node.targets[0])
        for node in nodes(facts)
    )
    if set_later or made[0].args:
        return None
    return Found(
        "likely",
        {"name": name},
        [(N_("line of code"), f"`{ast.unparse(each)}`") for each in (made[0], used[0])],
        place_of(facts, made[0]),
    )


def batches_for_a_step(facts: Facts) -> str:
    """The name of the number of batches for each step that the program computes with; empty if there is none."""
    products = (
        node for node in nodes(facts) if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Add | ast.Sub)
    )
    computed = (each for node in products for each in (node.left, node.right))
    names = (ast.unparse(each) for each in computed if isinstance(each, ast.Name | ast.Attribute))
    return next((each for each in names if "accum" in each.lower()), "")


LOOK = Look(
    name="accumulation-of-one",
    needs=("source",),
    find=find,
    title=N_("Accelerate was not told how many batches make a step"),
    why=N_(
        "`accelerator.accumulate` adds up the gradients of as many batches as `gradient_accumulation_steps` says. `Accelerator` was made without this option, so it is 1: there is a step after each batch. What the program computes with `{name}` does not fit that, such as the length of the learning rate schedule."
    ),
    change=N_("Make it with the number: `Accelerator(gradient_accumulation_steps={name})`."),
    terms=("gradient accumulation", "batch", "step"),
)
