"""Gradients are added up in variables of the reader's own, which are never cleared."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

CLEARED = re.compile(r"\.assign\(.*(?:zeros|\*\s*0|0\.0)|assign_sub\(|reset|clear", re.IGNORECASE)


def find(facts: Facts) -> Found | None:
    if "apply_gradients" not in facts.source and "optimizer.apply(" not in facts.source:
        return None
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef):
            continue
        # the gradients of a tape, and what goes through them
        made = {
            ast.unparse(target)
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == "gradient"
            for target in node.targets
        }
        for loop in ast.walk(function):
            if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call) or called(loop.iter) != "zip":
                continue
            parts = [*map(ast.unparse, loop.iter.args)]
            if not made & {*parts}:
                continue
            # those that are made anew in each call begin at 0
            anew = {
                ast.unparse(each)
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                for each in node.targets
            }
            for node in ast.walk(loop):
                if isinstance(node, ast.Call) and called(node) == "assign_add":
                    buffers = next((part for part in parts if part not in made), "")
                    if buffers and buffers not in anew and applied(facts, buffers) and not CLEARED.search(facts.source):
                        return Found(
                            "likely",
                            {"buffers": buffers},
                            [(N_("line of code"), f"`{ast.unparse(node)}`")],
                            place_of(facts, node),
                        )
    return None


def applied(facts: Facts, buffers: str) -> bool:
    """Whether an optimizer takes its step with what has been added up."""
    found = re.compile(rf"(?<![\w.]){re.escape(buffers)}(?!\w)")
    for call in calls(facts, "apply_gradients", "apply"):
        given = call.args[0] if call.args else None
        # of pairs of gradients and weights, the first are the gradients
        if isinstance(given, ast.Call) and called(given) == "zip" and given.args:
            given = given.args[0]
        if (
            isinstance(given, ast.ListComp)
            and isinstance(given.generators[0].iter, ast.Call)
            and given.generators[0].iter.args
        ):
            given = given.generators[0].iter.args[0]
        if given is not None and found.search(ast.unparse(given)):
            return True
    return False


LOOK = Look(
    name="buffers-not-cleared",
    needs=(),
    find=find,
    title=N_("The gradients that are added up are never set back to 0"),
    why=N_(
        "The gradients of several batches are added up in `{buffers}`, and the optimizer takes its step with the sum. Nothing sets it back to 0 after that. So each step is taken with all gradients since the beginning of the training, and the old ones outweigh the new; with SGD the steps become larger and larger."
    ),
    change=N_("After each step, set all of them back to 0: `for each in {buffers}: each.assign(tf.zeros_like(each))`."),
    terms=("gradient", "gradient accumulation", "step"),
)
