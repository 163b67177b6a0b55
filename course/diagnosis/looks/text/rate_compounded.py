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
    for call in calls(facts, "LearningRateScheduler"):
        rule = functions.get(ast.unparse(call.args[0]), call.args[0]) if call.args else None
        if not isinstance(rule, ast.FunctionDef | ast.Lambda) or len(rule.args.args) != 2:
            continue
        epoch, rate = (each.arg for each in rule.args.args)
        values = (
            [rule.body]
            if isinstance(rule, ast.Lambda)
            else [node.value for node in ast.walk(rule) if isinstance(node, ast.Return)]
        )
        for value in values:
            words = ast.unparse(value) if value is not None else ""
            power = rf"\*\* \(?{epoch}\b|pow\([^,]+, {epoch}\b|exp\(-?.*\b{epoch}\b|/ \(1(?:\.0)? \+ .*\b{epoch}\b"
            if value is not None and re.search(rf"\b{rate}\b", words) and re.search(power, words):
                return Found("likely", {"rule": words}, [(N_("the rule"), f"`{words}`")], place_of(facts, value))
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
