"""A model that shall take noise away learns to give it back."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

NOISY = re.compile(r"nois[ye]d?|corrupt|degraded", re.IGNORECASE)
"""The names of inputs to which noise was added."""
LOSS = re.compile(r"mse|loss|crit|l1|mae|fit\b", re.IGNORECASE)


def find(facts: Facts) -> Found | None:
    outputs = {
        ast.unparse(node.targets[0]): {ast.unparse(each) for each in node.value.args}
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or len(node.args) < 2 or not LOSS.search(ast.unparse(node.func)):
            continue
        first, second = node.args[0], node.args[1]
        for output, target in ((first, second), (second, first)):
            given = (
                {ast.unparse(each) for each in output.args}
                if isinstance(output, ast.Call)
                else outputs.get(ast.unparse(output), set())
            )
            name = ast.unparse(target)
            fitted = ast.unparse(node.func).endswith(".fit") and ast.unparse(output) == name
            if isinstance(target, ast.Name) and NOISY.search(name) and (name in given or fitted):
                return Found(
                    "likely", {"name": name}, [(N_("the line"), f"`{ast.unparse(node)[:120]}`")], place_of(facts, node)
                )
    return None


LOOK = Look(
    name="noisy-target",
    needs=(),
    find=find,
    title=N_("The target has the noise that the model should take away"),
    why=N_(
        "The model is given `{name}`, and its output is compared with `{name}` again. So the best answer is to give back the input as it is, with its noise."
    ),
    change=N_("Compare the output with what was there before the noise was added."),
    terms=("target", "loss function"),
)
