"""The loss was computed without a computation graph."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, crash_place, names_in, nodes, pairs_of, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"does not require grad and does not have a grad_fn|No gradients provided for any variable")
    chosen = loss_of_classes(facts)
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


def loss_of_classes(facts: Facts) -> re.Match[str] | None:
    """What the cross-entropy says where it gets as many predicted classes as labels; None if it says something else, or gets something else."""
    found, place = said(facts, r"Expected floating point type for target with class probabilities"), crash_place(facts)
    lines = [each for each in nodes(facts) if isinstance(each, ast.Assign | ast.Return | ast.Expr)]
    values = [each.value for each in lines if found and place_of(facts, each) == place]
    call = values[0] if values else None
    # what becomes of the loss on the same line
    while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        call = call.func.value
    if not isinstance(call, ast.Call):
        return None
    outputs = next(iter((*call.args, *(each.value for each in call.keywords if each.arg == "input"))), None)
    return found if outputs is not None and chooses(facts, outputs) else None


def chooses(facts: Facts, node: ast.expr) -> bool:
    """Whether it is a class, or yes or no, that was chosen by the greatest output, or by comparing it with a threshold."""
    while (
        isinstance(node, ast.Call)
        and called(node) in ("float", "long", "int", "to")
        and isinstance(node.func, ast.Attribute)
    ):
        node = node.func.value
    if isinstance(node, ast.Name):
        before = [
            (each.lineno, target, value)
            for each in nodes(facts)
            if isinstance(each, ast.Assign) and (each.end_lineno or each.lineno) < node.lineno
            for target, value in pairs_of(each)
            if node.id in names_in(target)
        ]
        _, target, value = max(before, default=(0, None, None), key=lambda each: each[0])
        if value is None:
            return False
        # of two values, `max` gives the places second
        pair = isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and called(value) in ("max", "topk")
        return pair or (isinstance(target, ast.Name) and chooses(facts, value))
    if isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr == "indices"):
        return isinstance(node.value, ast.Call) and called(node.value) in ("max", "topk")
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.Call) and called(node) in ("argmax", "round", "gt", "ge", "lt", "le")
    )


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
