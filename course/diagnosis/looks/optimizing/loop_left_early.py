"""The loop over the batches is left after a few of them, in each epoch."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TRAINS = re.compile(r"backward\(|\.step\(|apply_gradients\(|train_step\(|train_on_batch\(")
"""What the loop of a training has in it."""
FEW = 2
"""So few batches nobody takes on purpose."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    left = facts.training.left
    if left is None or left[0] * 4 > left[1]:
        return None
    trains = [node for node in nodes(facts) if isinstance(node, ast.For) and TRAINS.search(ast.unparse(node))]
    # a loop over epochs may end early on purpose
    loops = [node for node in trains if not any(each in trains for each in ast.walk(node) if each is not node)]
    leaving = ast.Break | ast.Return
    breaks = [each for loop in loops for each in ast.walk(loop) if isinstance(each, leaving)]
    always = any(isinstance(each, leaving) for loop in loops for each in loop.body)
    # who takes so many batches on purpose has a condition
    if not breaks or (not always and left[0] > FEW):
        return None
    return Found(
        "likely",
        {"taken": left[0], "there": left[1]},
        [(N_("batches that were taken in an epoch"), left[0]), (N_("batches that there are"), left[1])],
        place_of(facts, breaks[0]),
    )


LOOK = Look(
    name="loop-left-early",
    needs=("training",),
    find=find,
    title=N_("The training leaves its loop after a few batches"),
    why=N_(
        "The data have {there} batches. In each epoch, the loop over them ends after {taken} at most. So the model sees a small part of the data. Often a `break` was left behind that was meant for a first try, or a `return` is indented too far."
    ),
    change=N_("Take the `break` or the `return` out of the loop, or look at its condition."),
    terms=("epoch", "batch"),
)
