"""The class of a loss gets outputs and labels, although no loss was made of it."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, last_part, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    place = crash_place(facts)
    if place is None or not said(facts, r"Boolean value of Tensor with more than one value is ambiguous"):
        return None
    classes = {
        ast.unparse(node.targets[0])
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and node.value.attr.endswith("Loss")
    }
    for node in nodes(facts):
        if isinstance(node, ast.Call) and len(node.args) == 2 and place_of(facts, node).line == place.line:
            name = ast.unparse(node.func)
            if name in classes or (last_part(node.func).endswith("Loss") and last_part(node.func)[:1].isupper()):
                return Found(
                    "certain", {"name": last_part(node.func)}, [(N_("line of code"), ast.unparse(node)[:120])], place
                )
    return None


LOOK = Look(
    name="loss-class-called",
    needs=("crash",),
    find=find,
    title=N_("The class of the loss is called, not the loss"),
    why=N_(
        "`{name}(…)` makes a loss function and takes its settings. Here it gets outputs and labels, which it takes for settings."
    ),
    change=N_(
        "Make the loss once, `loss_function = nn.CrossEntropyLoss()`, and call that: `loss_function(outputs, labels)`."
    ),
    terms=(
        "loss function",
        "class",
    ),
)
