"""The learning rate of a Keras optimizer is set by a name that it does not have any more."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

OLD = re.compile(r"tf_keras|TF_USE_LEGACY_KERAS|torch")
"""What is in the text of programs with Keras 2, or with PyTorch, whose optimizers are others."""
MADE = re.compile(r"(?:keras|tf)\.optimizers\.\w+\(|^(?:Adam|AdamW|SGD|RMSprop)\(")


def find(facts: Facts) -> Found | None:
    if OLD.search(facts.source) or "keras" not in facts.source:
        return None
    made = {name for name, value in assigned(facts).items() if MADE.search(ast.unparse(value))}
    for node in nodes(facts):
        for target in node.targets if isinstance(node, ast.Assign) else []:
            if not isinstance(target, ast.Attribute) or target.attr != "lr":
                continue
            owner = ast.unparse(target.value)
            if owner.endswith(".optimizer") or owner in made:
                return Found(
                    "likely",
                    {"owner": owner},
                    [(N_("line of code"), f"`{ast.unparse(node)}`")],
                    place_of(facts, node),
                )
    return None


LOOK = Look(
    name="rate-attribute-unknown",
    needs=(),
    find=find,
    title=N_("The learning rate is set by a name that the optimizer does not know"),
    why=N_(
        "An optimizer of Keras 3 has no `lr`. Python makes a new attribute of this name, which nothing reads, and says nothing. So the learning rate stays as it was at the beginning."
    ),
    change=N_("Set `{owner}.learning_rate`, or give the optimizer a schedule."),
    terms=("optimizer", "learning rate"),
)
