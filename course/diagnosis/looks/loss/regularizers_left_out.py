"""A loop of one's own leaves out what the layers add to the loss."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, nodes
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    if facts.way != "tape" or not facts.layers.penalty:
        return None
    for node in nodes(facts):
        if (
            isinstance(node, ast.Attribute)
            and node.attr == "losses"
            and not ast.unparse(node).startswith(("keras.", "tf."))
        ):
            return None
        if isinstance(node, ast.Attribute) and node.attr in ("compute_loss", "compiled_loss", "train_step"):
            return None
    return Found(
        "likely",
        {"penalty": facts.layers.penalty},
        [
            (N_("what the layers add to the loss"), round(facts.layers.penalty, 4)),
            (N_("how much of it the loss has"), 0),
        ],
        call_place(facts, "GradientTape"),
    )


LOOK = Look(
    name="regularizers-left-out",
    needs=("layers",),
    find=find,
    title=N_("The regularizers of the layers have no effect"),
    why=N_(
        "The layers of the model have regularizers, which add {penalty:.3g} to its loss. `fit` counts them by itself; in a loop of your own with `GradientTape`, the loss has only what you add. So they change nothing."
    ),
    change=N_("Add them inside the tape: `loss += sum(model.losses)`."),
    terms=("loss function", "layer"),
)
