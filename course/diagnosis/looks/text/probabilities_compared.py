"""What a model predicts is compared with labels, and was not turned into classes."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import is_equal, nodes, place_of, predictions
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.framework != "tf":
        return None
    predicted = predictions(facts)
    for node in nodes(facts):
        if not (isinstance(node, ast.Compare) and is_equal(node)):
            continue
        sides = (node.left, node.comparators[0])
        # two models may be asked whether they say the same
        for side in () if all(map(predicted, sides)) else sides:
            if predicted(side):
                rows = [(N_("compared"), f"`{ast.unparse(node)}`")]
                return Found("likely", {"comparison": f"`{ast.unparse(node)}`"}, rows, place_of(facts, node))
    return None


LOOK = Look(
    name="probabilities-compared",
    needs=(),
    find=find,
    title=N_("Probabilities are compared with labels"),
    why=N_(
        "A Keras model's `predict` returns a probability or a logit for each output, and no class. Such a number equals a label almost never, so {comparison} is nearly always false."
    ),
    change=N_(
        "Turn the predictions into classes first: `predictions.argmax(axis=-1)`, or with one output `(predictions > 0.5).astype(int).ravel()`."
    ),
    terms=("prediction", "probability", "label"),
)
