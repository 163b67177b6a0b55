"""Several numbers are to be predicted, and the model takes them for labels that are true or not."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SOFT = 4
"""Of so many different values, none are labels that were only softened."""


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    # a model of the reader's own says itself which loss it takes
    if re.search(r"from_pretrained\(|from_config\(|For\w+\(", facts.source) is None:
        return None
    for call in facts.loss_calls:
        targets = call.targets
        if call.own or call.name != "binary_cross_entropy_with_logits" or targets.whole or len(targets.shape) < 2:
            continue
        if targets.floating and (targets.distinct or 0) > SOFT:
            return Found(
                "likely",
                {"count": targets.shape[-1]},
                [(N_("loss"), "`binary_cross_entropy_with_logits`"), (N_("targets"), str(targets.first))],
                model_place(facts),
            )
    return None


LOOK = Look(
    name="numbers-taken-for-labels",
    needs=("model", "loss_calls"),
    find=find,
    title=N_("The model takes the numbers that it is to predict for labels"),
    why=N_(
        "The targets are {count} floating-point numbers for each row. Without `problem_type`, a model of 🤗 Transformers with more than one output takes such targets for labels that are true or not, and trains with the loss for these."
    ),
    change=N_(
        'With `from_pretrained(…, num_labels={count}, problem_type="regression")` the model is trained with the mean squared error.'
    ),
    terms=("target", "loss function"),
)
