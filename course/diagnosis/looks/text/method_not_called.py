"""A method stands in a line without parentheses, so it does not run."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

METHODS = {
    *("backward", "step", "zero_grad", "unscale_", "eval", "train", "update", "reset_state", "reset_states", "reset"),
    *("save_model", "save_pretrained", "evaluate", "fit", "free_memory", "wait_for_everyone"),
}
"""What is called for what it does, and not for what it returns."""


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Attribute) and node.value.attr in METHODS:
            words = ast.unparse(node.value)
            return Found(
                "certain", {"name": words}, [(N_("named, and not called"), f"`{words}`")], place_of(facts, node)
            )
    return None


LOOK = Look(
    name="method-not-called",
    needs=(),
    find=find,
    title=N_("A method is named and not called"),
    why=N_("`{name}` without parentheses only names the method. This line does nothing."),
    change=N_("Call it: `{name}()`."),
    terms=("optimizer", "gradient"),
    raises=True,
)
