"""The weights of the best epoch are kept, and never used."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

BEST = re.compile(r"best|(?:^|\.)(?:kept|saved)_?(?:state|weights|model)?$", re.IGNORECASE)
WEIGHTS = re.compile(
    r"(?:copy\.)?deepcopy\(.*\)|[\w.]+\.state_dict\(\)|[\w.]+\.get_weights\(\)|\{.*\.clone\(\).* for .*\.state_dict\(\).*\}",
    re.DOTALL,
)
"""What gives a copy of the weights of a model."""
ELSEWHERE = re.compile(r"load_state_dict\(torch\.load|load_weights\(|load_model\(|load_checkpoint|load_best|__all__")
"""What brings weights back from a file, or hands names on to other programs."""
TESTED = re.compile(r"test|predict|final|submi", re.IGNORECASE)
"""What is in the lines that use a model after its training."""


def find(facts: Facts) -> Found | None:
    if ELSEWHERE.search(facts.source):
        return None
    read = {
        ast.unparse(node)
        for node in nodes(facts)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    lines = facts.source.splitlines()
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name | ast.Attribute):
            continue
        name = ast.unparse(node.targets[0])
        outside = any(each.endswith(f".{name.rpartition('.')[2]}") for each in read)
        if not BEST.search(name) or name in read or outside or not WEIGHTS.fullmatch(ast.unparse(node.value)):
            continue
        # without a test, the weights may be for whoever reads the name later
        if TESTED.search("\n".join(lines[node.lineno :])):
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
