"""A schedule that waits for a plateau looks at a value in the wrong way."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, RISING, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TURNED = re.compile("neg|minus|inv", re.IGNORECASE)
"""What is in the names of values that were turned round."""


def mode_of(call: ast.Call) -> str:
    """Which values a `ReduceLROnPlateau` takes for better ones: `min`, `max`, or empty if the source does not say."""
    given = next((each.value for each in call.keywords if each.arg == "mode"), None)
    if given is None and len(call.args) > 1:
        given = call.args[1]
    if given is None:
        return "min"
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""


def find(facts: Facts) -> Found | None:
    modes: dict[str, str] = {}
    for node in nodes(facts):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and called(node.value) == "ReduceLROnPlateau"
        ):
            for target in node.targets:
                name, mode = ast.unparse(target), mode_of(node.value)
                # of two with one name it is not known which is stepped
                modes[name] = mode if modes.get(name, mode) == mode else ""
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or called(node) != "step" or not isinstance(node.func, ast.Attribute):
            continue
        mode = modes.get(ast.unparse(node.func.value), "")
        if not mode or not node.args or not isinstance(node.args[0], ast.Name | ast.Attribute | ast.Subscript):
            continue
        value = ast.unparse(node.args[0])
        if TURNED.search(value):
            continue
        rises, falls = RISING.search(value) is not None, FALLING.search(value) is not None
        if rises != falls and rises == (mode == "min"):
            return Found(
                "likely",
                {"value": value, "mode": mode},
                [(N_("value"), f"`{value}`"), (N_("what counts as better"), f'`mode="{mode}"`')],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="plateau-of-another-way",
    needs=(),
    find=find,
    title=N_("`ReduceLROnPlateau` takes a better value for a worse one"),
    why=N_(
        "The scheduler gets `{value}`, and its mode is `{mode}` (`min` if none is given). So it takes every improvement for a standstill, and makes the learning rate smaller while the model is still learning."
    ),
    change=N_(
        'For a score that rises, write `ReduceLROnPlateau(optimizer, mode="max")`; for a loss or for `mae`, `mode="min"`.'
    ),
    terms=("scheduler", "learning rate", "score"),
)
