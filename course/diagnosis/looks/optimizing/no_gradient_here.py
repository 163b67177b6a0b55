"""The gradient of something is used that has none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, crash_place, nodes
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    place = crash_place(facts)
    if place is None or "NoneType" not in facts.crash.message:
        return None
    if ".grad" not in place.code and not {*_of_a_tape(facts)} & {*re.findall(r"\w+", place.code)}:
        return None
    return Found("likely", {}, [(N_("error message"), facts.crash.message[:160])], place)


def _of_a_tape(facts: Facts) -> Iterator[str]:
    """The names that hold what a gradient tape has returned."""
    for node in nodes(facts):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == "gradient":
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))


LOOK = Look(
    name="no-gradient-here",
    needs=("crash",),
    find=find,
    title=N_("The gradient of something is used that has none"),
    why=N_(
        "Gradients belong to tensors that were made with `requires_grad=True`, and to a `tf.Variable`. A statement such as `w = w - rate * gradient` makes a new tensor, which is no parameter any more, so in the next step there is no gradient. There is none either before the first backward pass, and for what the loss does not depend on."
    ),
    change=N_(
        "Change the parameter itself: with PyTorch `with torch.no_grad(): w -= rate * w.grad`, with TensorFlow `w.assign_sub(rate * gradient)`; or use an optimizer. A plain tensor is followed by a tape after `tape.watch(w)`."
    ),
    terms=("gradient", "parameter", "GradientTape"),
)
