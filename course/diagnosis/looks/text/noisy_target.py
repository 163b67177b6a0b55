"""A model that shall take noise away learns to give it back."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

NOISY = re.compile(r"noisy|noised|corrupt|degraded", re.IGNORECASE)
"""The names of inputs to which noise was added."""
LOSS = re.compile(r"mse|loss|crit|l1|mae", re.IGNORECASE)
BLIND = re.compile(r"blind|noise2|n2[nvs]\b|self_?supervis|masked", re.IGNORECASE)
"""What programs have in them that learn from noisy images alone."""


def find(facts: Facts) -> Found | None:
    if BLIND.search(facts.source):
        return None
    outputs = {
        ast.unparse(node.targets[0]): given(node.value)
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    }
    for node in nodes(facts):
        name = ""
        if isinstance(node, ast.Call) and called(node) == "fit":
            options = {each.arg: each.value for each in node.keywords}
            x, y = [options.get(word, node.args[at] if len(node.args) > at else None) for at, word in enumerate("xy")]
            name = plain(x) if x is not None and y is not None and plain(x) == plain(y) else ""
        # what is only measured trains nothing
        elif isinstance(node, ast.Assign) and "loss" in ast.unparse(node.targets[0]).lower():
            call = node.value
            if isinstance(call, ast.Call) and len(call.args) == 2 and LOSS.search(ast.unparse(call.func)):
                for output, target in ((call.args[0], call.args[1]), (call.args[1], call.args[0])):
                    made = given(output) if isinstance(output, ast.Call) else outputs.get(ast.unparse(output), set())
                    name = plain(target) if plain(target) in made else name
        if name and NOISY.search(name) and not re.search(r"label|target|(?:^|_)y", name):
            return Found(
                "likely", {"name": name}, [(N_("the line"), f"`{ast.unparse(node)[:120]}`")], place_of(facts, node)
            )
    return None


def given(call: ast.Call) -> set[str]:
    """What a call is given."""
    return {plain(each) for each in call.args}


def plain(node: ast.expr) -> str:
    """A name, also where it is moved to a device; empty if it is none."""
    while (
        isinstance(node, ast.Call) and called(node) in ("to", "cuda", "float") and isinstance(node.func, ast.Attribute)
    ):
        node = node.func.value
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""


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
