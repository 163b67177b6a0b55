"""The loss was computed without a computation graph."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, call_place, called, crash_place, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"does not require grad and does not have a grad_fn|No gradients provided for any variable")
    chosen = of_classes(facts)
    if chosen is not None:
        return Found("likely", {}, [(N_("error message"), chosen.string[:160])], crash_place(facts))
    if found is None or facts.crash.gradients_off:
        return None
    return Found(
        "certain",
        {},
        [(N_("error message"), found.string[:160])],
        call_place(facts, "no_grad", "inference_mode", "detach", "item", "numpy", "argmax", "stop_gradient", "round")
        or crash_place(facts),
    )


def of_classes(facts: Facts) -> re.Match[str] | None:
    """What the cross-entropy says where it gets as many predicted classes as labels; None if it says something else, or gets something else."""
    found, place = said(facts, r"Expected floating point type for target with class probabilities"), crash_place(facts)
    if found is None or place is None:
        return None
    made = assigned(facts)
    given = (
        each.args[0]
        for each in nodes(facts)
        if isinstance(each, ast.Call) and each.args and place_of(facts, each) == place
    )
    values = (made.get(ast.unparse(each), each) for each in given)
    return found if any(chooses(part) for value in values for part in ast.walk(value)) else None


def chooses(node: ast.AST) -> bool:
    """Whether it takes the greatest output for the class, or a probability for yes or no."""
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Call) and called(node) in ("argmax", "round"))


LOOK = Look(
    name="loss-without-graph",
    needs=("crash",),
    find=find,
    title=N_("The loss has no computation graph"),
    why=N_(
        "The backward pass follows the computation graph from the loss to the weights. This loss has none: it was computed under `no_grad` or outside of the tape, or from numbers that were taken out of the graph, by `detach`, `item`, `numpy`, `argmax` or `round`."
    ),
    change=N_(
        "Compute the loss from the outputs of the model themselves, and without `no_grad`. Take numbers out of the graph only to print them."
    ),
    terms=(
        "computation graph",
        "backward pass",
        "gradient",
    ),
    last=True,
)
