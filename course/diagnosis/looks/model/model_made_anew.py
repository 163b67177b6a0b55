"""A new model is made in each epoch."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

EPOCH = re.compile(r"_?(?:epoch|ep)(?:_\w+)?", re.IGNORECASE)
"""The names that an epoch has in a loop; numbers of epochs, as in a comparison, have others."""
EPOCHS = re.compile(r"range\(.*epoch", re.IGNORECASE)
"""What such a loop goes over."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.models < 3:
        return None
    for loop in nodes(facts):
        if isinstance(loop, ast.For) and (
            EPOCH.fullmatch(ast.unparse(loop.target)) or EPOCHS.search(ast.unparse(loop.iter))
        ):
            for made in loop.body:
                name = made_and_trained(made, loop)
                if name:
                    return Found(
                        "likely",
                        {"name": f"`{name}`", "models": facts.training.models},
                        [(N_("models that were trained"), facts.training.models)],
                        place_of(facts, made),
                    )
    return None


def made_and_trained(made: ast.stmt, loop: ast.For) -> str:
    """The name of a model that a line of a loop makes, and the loop trains; empty if it does not."""
    if not isinstance(made, ast.Assign) or not isinstance(made.value, ast.Call) or len(made.targets) != 1:
        return ""
    name = ast.unparse(made.targets[0])
    used = {ast.unparse(each.func) for each in ast.walk(loop) if isinstance(each, ast.Call)}
    if not {f"{name}.parameters", f"{name}.fit", f"{name}.compile"} & used:
        return ""
    # what takes up the weights of the epoch before goes on
    goes_on = {f"{name}.load_state_dict", f"{name}.load_weights", f"{name}.set_weights"} & used
    loaded = "load" in ast.unparse(made.value.func) or "copy" in ast.unparse(made.value.func)
    return "" if goes_on or loaded else name


LOOK = Look(
    name="model-made-anew",
    needs=("training",),
    find=find,
    title=N_("A new model is made in each epoch"),
    why=N_(
        "{name} is made anew inside the loop over the epochs. {models} models were trained, each for one epoch, and what the model before had learned was thrown away."
    ),
    change=N_("Make the model and its optimizer before the loop."),
    terms=("epoch", "weight"),
)
