"""The learning rate schedule counts batches, and several batches make one step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, last_part, nodes, place_of, steps_now_and_then
from course.diagnosis.look import Found, Look
from course.i18n import N_

SCHEDULES = re.compile(r"^get_\w*schedule\w*$|^OneCycleLR$")
LENGTHS = ("num_training_steps", "total_steps")
ACCUMULATES = re.compile(r"accumulate\(|accum", re.IGNORECASE)
"""What is in the text of programs that add up the gradients of several batches; others take a batch of each of two data sets."""


def find(facts: Facts) -> Found | None:
    training = facts.training
    assert training is not None
    planned, batches = training.planned or training.total, training.batches
    each = training.calls
    if not planned or not batches or each < 2 or planned % batches or divided(facts):
        return None
    if not ACCUMULATES.search(facts.source) and not any(map(steps_now_and_then, nodes(facts))):
        return None
    # who steps the scheduler for each batch counts batches
    if training.schedule_steps is None or training.schedule_steps > 1.5 * training.steps:
        return None
    return Found(
        "likely",
        {"planned": planned, "steps": planned // each, "each": each},
        [
            (N_("steps that the schedule is made for"), planned),
            (N_("batches for each step"), each),
            (N_("steps of the training"), planned // each),
            (N_("learning rate"), f"{min(training.rates):.3g} … {max(training.rates):.3g}" if training.rates else "?"),
        ],
        next((place_of(facts, node) for node in schedules(facts)), None),
    )


def schedules(facts: Facts) -> list[ast.Call]:
    """The calls that make a schedule."""
    return [node for node in nodes(facts) if isinstance(node, ast.Call) and SCHEDULES.match(last_part(node.func))]


def divided(facts: Facts) -> bool:
    """Whether the length of a schedule is the quotient of something, or is not known from the text."""
    made = assigned(facts)
    for node in schedules(facts):
        given = [option.value for option in node.keywords if option.arg in LENGTHS]
        if not given:
            # by place, it is the last one
            given = node.args[-1:] if len(node.args) >= 3 else []
        parts = [part for each in given for part in length_parts(each, made)]
        counts = any(isinstance(part, ast.Call) and called(part) == "len" for part in parts)
        if counts and not any(is_quotient(part) for part in parts):
            return False
    return True


def length_parts(node: ast.expr, made: Mapping[str, ast.expr], depth: int = 4) -> Iterator[ast.AST]:
    """What a number is computed from, also through names; not what stands in the arguments of a call that counts something."""
    yield node
    if isinstance(node, ast.Name | ast.Attribute):
        value = made.get(ast.unparse(node))
        if value is not None and depth:
            yield from length_parts(value, made, depth - 1)
    elif isinstance(node, ast.Call) and called(node) == "len":
        # each step of a range is a part of its length
        yield from (each for each in node.args if isinstance(each, ast.Call) and called(each) == "range")
    else:
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                yield from length_parts(each, made, depth)


def is_quotient(node: ast.AST) -> bool:
    """Whether it divides, in whichever way."""
    if isinstance(node, ast.Call):
        return called(node) == "divmod" or (called(node) == "range" and len(node.args) == 3)
    small = isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < node.value < 1
    return small or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.FloorDiv | ast.RShift))


LOOK = Look(
    name="schedule-of-micro-batches",
    needs=("training",),
    find=find,
    title=N_("The learning rate schedule counts batches, but several batches make one step"),
    why=N_(
        "The schedule is made for {planned} steps, one for each batch. But the gradients of {each} batches are added up for each step, so the training has only about {steps} steps. It ends after one part in {each} of the schedule: perhaps still in the warmup, and the learning rate never comes down to its last value."
    ),
    change=N_("Divide the number of batches by {each} where the length of the schedule and of the warmup is computed."),
    terms=("learning rate schedule", "gradient accumulation", "warmup", "step"),
)
