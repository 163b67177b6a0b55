"""The best weights are not copied, so the training changes them."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for loop in nodes(facts):
        if not isinstance(loop, ast.For | ast.While):
            continue
        inside = {id(node) for node in ast.walk(loop)}
        kept = {
            ast.unparse(target): node
            for choice in ast.walk(loop)
            if isinstance(choice, ast.If)
            for node in ast.walk(choice)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == "state_dict"
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in calls(facts, "load_state_dict"):
            name = ast.unparse(call.args[0]) if call.args else ""
            # weights that are loaded in the same loop are another model's: a teacher's, or those of a network that lags behind
            if name in kept and id(call) not in inside:
                return Found(
                    "likely",
                    {"name": name},
                    [
                        (N_("where they are kept"), ast.unparse(kept[name])[:120]),
                        (N_("where they are loaded"), ast.unparse(call)[:120]),
                    ],
                    place_of(facts, kept[name]),
                )
    return None


LOOK = Look(
    name="best-not-copied",
    needs=("source",),
    find=find,
    title=N_("The best weights are not copied, so the training changes them"),
    why=N_(
        "`state_dict()` returns the weights themselves, not a copy. While the training goes on, `{name}` changes with the model, so that at the end it holds the last weights, not the best."
    ),
    change=N_("Copy them: `copy.deepcopy(model.state_dict())`, or save them to a file."),
    terms=(
        "weight",
        "checkpoint",
    ),
)
