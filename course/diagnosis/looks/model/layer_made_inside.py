"""A layer is made anew in each call of the model."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts, Place
from course.diagnosis.lines import call_place, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    name = facts.model.made_inside
    if not name:
        return None
    return Found("certain", {"name": f"`{name}`"}, [(N_("layer that is made in each call"), name)], made(facts, name))


def made(facts: Facts, name: str) -> Place | None:
    """The line within `forward` in which the layer is made."""
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef) and node.name in ("forward", "__call__"):
            for each in ast.walk(node):
                if isinstance(each, ast.Call) and called(each) == name:
                    return place_of(facts, each)
    return call_place(facts, name)


LOOK = Look(
    name="layer-made-inside",
    needs=("model",),
    find=find,
    title=N_("A layer is made anew in each call of the model"),
    why=N_(
        "Each call of the model makes a new {name} with new random weights. No optimizer knows them, so they are never trained, and the outputs change from call to call."
    ),
    change=N_("Make the layer once, in `__init__`, as `self.layer = …`, and use it in `forward`."),
    terms=("layer", "weight", "optimizer"),
)
