"""Layers are kept in a plain list."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if not facts.model.unregistered:
        return None
    return Found(
        "certain",
        {"names": ", ".join(facts.model.unregistered)},
        [(N_("attributes with layers that PyTorch does not find"), ", ".join(facts.model.unregistered))],
        next(
            (
                place_of(facts, node)
                for node in nodes(facts)
                if isinstance(node, ast.Assign)
                and any(
                    isinstance(each, ast.Attribute) and each.attr == facts.model.unregistered[0].rpartition(".")[2]
                    for each in node.targets
                )
            ),
            None,
        ),
    )


LOOK = Look(
    name="parts-unregistered",
    needs=("model",),
    find=find,
    title=N_("Layers are kept in a plain list"),
    why=N_(
        "PyTorch finds the layers of a model in its attributes, but not inside a plain list or dictionary, so it does not find those in {names}. The optimizer does not get their weights, `state_dict` does not save them, and `to(device)` does not move them."
    ),
    change=N_("Put them into a `torch.nn.ModuleList` or a `torch.nn.ModuleDict`."),
    terms=(
        "layer",
        "weight",
        "parameter",
    ),
    raises=True,
)
