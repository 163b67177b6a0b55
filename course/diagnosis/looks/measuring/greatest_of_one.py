"""The class is the place of the greatest output, and there is one output only."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts, Place
from course.diagnosis.lines import calls, place_of, predictions
from course.diagnosis.look import Confidence, Found, Look
from course.diagnosis.looks.model import one_output_for_classes
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.model is not None and one_output_for_classes.find(facts):
        # the model should have more outputs
        return None
    for choice in facts.choices:
        # the line may have chosen among several at other times, as the best of n
        several = any(each.place == choice.place and each.shape[-1] > 1 for each in facts.choices)
        if choice.shape[-1] == 1 and not several:
            shape = f"({', '.join(map(str, choice.shape))})"
            return told("certain", shape, str(choice.axis), choice.place)
    if facts.framework != "tf" or {each.outputs.shape[-1:] for each in facts.loss_calls} != {(1,)}:
        return None
    predicted = predictions(facts)
    for call in calls(facts, "argmax"):
        # the method of an array of NumPy, which cannot be watched
        along = (*call.args, *(each.value for each in call.keywords if each.arg == "axis"))
        if isinstance(call.func, ast.Attribute) and predicted(call.func.value) and along:
            return told("likely", "(…, 1)", ast.unparse(along[0]), place_of(facts, call))
    return None


def told(confidence: Confidence, shape: str, axis: str, place: Place) -> Found:
    """What is said of the outputs with a shape, along an axis of which the greatest was taken."""
    rows = [(N_("shape of the outputs"), shape), (N_("axis of `argmax`"), axis)]
    return Found(confidence, {"shape": shape}, rows, place)


LOOK = Look(
    name="greatest-of-one",
    needs=(),
    find=find,
    title=N_("The greatest of one output is always the first, so every prediction is class 0"),
    why=N_(
        "The outputs have the shape {shape}: one number for each row. `argmax` and `max` along that axis return the place 0, whatever the number is. So the accuracy stays at the share of class 0, even if the model has learned."
    ),
    change=N_(
        "With one output, compare with a threshold: `outputs > 0.5` after a sigmoid, `outputs > 0` for logits. `argmax` is for models with an output for each class."
    ),
    cases=("outputs-good-score-zero",),
    terms=("logits", "class", "prediction"),
)
