"""Softmax shares one probability among labels that can all be true."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, call_place, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if (
            call.several
            and call.sums_to_one
            and call.activation in ("", "softmax")
            and call.name == "binary_cross_entropy"
        ):
            return Found(
                "certain",
                {},
                [(N_("shape of the labels"), str(call.targets.shape)), (N_("labels"), str(call.targets.first))],
                call_place(facts, "Softmax", "softmax", "Dense"),
            )
    for call in facts.loss_calls:
        labels = call.targets.shape[-1] if len(call.targets.shape) > 1 else 1
        if call.name == "binary_cross_entropy_with_logits" and labels > 2:
            return compared(facts)
    return None


def compared(facts: Facts) -> Found | None:
    """A comparison of what softmax returns, of outputs that were trained with a sigmoid."""
    for node in nodes(facts):
        if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE)):
            continue
        call = assigned(facts, node).get(ast.unparse(node.left), node.left)
        while isinstance(call, ast.Call) and called(call) in ("cpu", "numpy", "detach"):
            call = call.func.value if isinstance(call.func, ast.Attribute) else call
        if isinstance(call, ast.Call) and called(call) == "softmax":
            words = ast.unparse(node)
            return Found("likely", {}, [(N_("compared"), f"`{words}`")], place_of(facts, node))
    return None


LOOK = Look(
    name="softmax-for-several-labels",
    needs=("loss_calls",),
    find=find,
    title=N_("Softmax shares one probability among labels that can all be true"),
    why=N_(
        "Some examples have several labels, or none. But softmax makes the outputs of each row sum to 1, so two labels can never both be likely."
    ),
    change=N_("Use sigmoid, which gives each label a probability of its own."),
    terms=("softmax", "probability", "label"),
)
