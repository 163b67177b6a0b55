"""A training step of the reader's own in half precision does not scale the loss."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SCALED = re.compile(r"scale_loss|get_scaled_loss|auto_scale_loss|get_unscaled_gradients")


def find(facts: Facts) -> Found | None:
    # in Keras 2, the optimizer does not divide gradients by itself
    if SCALED.search(facts.source) or re.search(r"tf_keras|TF_USE_LEGACY_KERAS", facts.source):
        return None
    wrapped = "LossScaleOptimizer(" in facts.source
    # `compile` wraps the optimizer in one by itself
    own = "mixed_float16" in facts.source and ".compile(" in facts.source and "def compile" not in facts.source
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef) or not (wrapped or (own and function.name == "train_step")):
            continue
        inside = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
        taken = next((each for each in inside if called(each) == "gradient" and each.args), None)
        applied = any(
            called(each) in ("apply_gradients", "apply") and (wrapped or "self.optimizer." in ast.unparse(each.func))
            for each in inside
        )
        if taken is not None and applied:
            return Found(
                "likely",
                {"loss": ast.unparse(taken.args[0])},
                [(N_("line of code"), f"`{ast.unparse(taken)}`")],
                place_of(facts, taken),
            )
    return None


LOOK = Look(
    name="loss-not-scaled",
    needs=(),
    find=find,
    title=N_("The loss is not scaled, but the gradients are divided by the scale"),
    why=N_(
        "With `mixed_float16` the optimizer is a `LossScaleOptimizer`, which divides all gradients by a large number. They must be those of the loss times this number, but they are those of `{loss}` itself. So they are thousands of times too small, and the weights may hardly change."
    ),
    change=N_(
        "Inside the tape, write `scaled = optimizer.scale_loss({loss})` with your optimizer, and take the gradients of `scaled`."
    ),
    terms=("mixed precision", "gradient", "loss"),
)
