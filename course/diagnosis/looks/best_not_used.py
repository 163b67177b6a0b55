"""The weights of the best epoch are kept, and never used."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

BEST = re.compile(r"best|^(?:kept|saved)_?(?:state|weights|model)?$", re.IGNORECASE)
WEIGHTS = re.compile(r"state_dict\(\)|get_weights\(\)|deepcopy\(\w*(?:model|net)\w*\)")
"""What gives the weights of a model."""


def find(facts: Facts) -> Found | None:
    read = {node.id for node in nodes(facts) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name = node.targets[0].id
        # a function that returns it, or a notebook whose next cells use it, reads the name
        if BEST.search(name) and name not in read and WEIGHTS.search(ast.unparse(node.value)):
            return Found(
                "likely",
                {"name": name},
                [(N_("kept in"), f"`{ast.unparse(node)}`"), (N_("lines that use it"), 0)],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="best-not-used",
    needs=(),
    find=find,
    title=N_("The best weights are kept and never used"),
    why=N_(
        "`{name}` holds the weights of the best epoch, and nothing reads it. After the training, the model has the weights of the last epoch."
    ),
    change=N_("Load them before the test: `model.load_state_dict({name})`, or `model.set_weights({name})` in Keras."),
    terms=("weight", "epoch"),
)
