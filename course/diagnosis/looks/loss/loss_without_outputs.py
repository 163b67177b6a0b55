"""A loss of one's own returns the loss alone where the Trainer asks for the outputs, too."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if "iterat" not in facts.crash.message and "iterable" not in facts.crash.message:
        return None
    for function in nodes(facts):
        if isinstance(function, ast.FunctionDef) and function.name == "compute_loss":
            returned = [node for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
            if returned and not any(isinstance(each.value, ast.Tuple | ast.IfExp | ast.Call) for each in returned):
                return Found(
                    "certain",
                    {},
                    [
                        (N_("error message"), facts.crash.message[:160]),
                        (N_("returned"), f"`{ast.unparse(returned[-1])}`"),
                    ],
                    place_of(facts, returned[-1]),
                )
    return None


LOOK = Look(
    name="loss-without-outputs",
    needs=("crash",),
    find=find,
    title=N_("Your `compute_loss` returns the loss alone"),
    why=N_(
        "In training, the Trainer wants the loss. In an evaluation it calls `compute_loss` with `return_outputs=True`, and takes what it gets apart into the loss and the outputs of the model. A loss alone cannot be taken apart."
    ),
    change=N_("End it with `return (loss, outputs) if return_outputs else loss`."),
    terms=("Trainer", "evaluation loop", "loss function"),
)
