"""A rule for the learning rate multiplies the rate of now by a power of the epoch."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    if any(isinstance(node, ast.ClassDef) and node.name == "LearningRateScheduler" for node in nodes(facts)):
        return None
    for call in calls(facts, "LearningRateScheduler"):
        given = (
            call.args[0] if call.args else next((each.value for each in call.keywords if each.arg == "schedule"), call)
        )
        rule = functions.get(ast.unparse(given), given)
        if not isinstance(rule, ast.FunctionDef | ast.Lambda) or len(rule.args.args) != 2:
            continue
        epoch, rate = (each.arg for each in rule.args.args)
        power = re.compile(
            rf"\*\* \(?{epoch}\b|pow\([^,]+, .*\b{epoch}\b|exp\(-?.*\b{epoch}\b|/ \(1(?:\.0)? \+ .*\b{epoch}\b"
        )
        for node in ast.walk(rule):
            # the rate of now, times a power of the epoch
            if (
                not isinstance(node, ast.BinOp)
                or not isinstance(node.op, ast.Mult | ast.Div)
                or f"{epoch} - 1" in ast.unparse(rule)
            ):
                continue
            sides = [(node.left, node.right), (node.right, node.left)]
            if any(ast.unparse(one) == rate and power.search(f"/ {ast.unparse(other)}") for one, other in sides):
                words = ast.unparse(node)
                return Found("likely", {"rule": words}, [(N_("the rule"), f"`{words}`")], place_of(facts, node))
    return None


LOOK = Look(
    name="rate-compounded",
    needs=(),
    find=find,
    title=N_("The learning rate is lowered by all epochs so far, again in each epoch"),
    why=N_(
        "Keras gives this rule the learning rate of now, which the earlier epochs have lowered already. `{rule}` lowers it by all of these epochs once more, so it falls much faster than it looks, and soon to almost nothing."
    ),
    change=N_(
        "Start from a rate of your own, `RATE * 0.9 ** epoch`; or lower the rate of now by one epoch only, `lr * 0.9`."
    ),
    terms=("learning rate", "epoch"),
)
