"""The first layer gets numbers that are far too large."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

LARGE = 50.0
"""From which size on numbers are too large for a layer to begin with."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    assert facts.training is not None
    scale, losses = facts.layers.scale, [each for each in facts.training.losses if math.isfinite(each)]
    if not scale >= LARGE or len(losses) < 20 or learned(facts, losses):
        return None
    return Found(
        "likely",
        {"scale": scale},
        [
            (N_("size of the largest column that the first layer gets"), round(scale, 1)),
            (N_("first loss"), round(losses[0], 3)),
            (N_("last loss"), round(statistics.median(losses[-10:]), 3)),
        ],
        call_place(facts, "fit", "DataLoader"),
    )


def learned(facts: Facts, losses: Sequence[float]) -> bool:
    """Whether the loss has come down to well below that of a model that knows nothing."""
    start = losses[0]
    name = next((call.name for call in facts.loss_calls), "")
    classes = next((call.outputs.shape[-1] for call in facts.loss_calls if call.outputs.shape), 0)
    if name in ("cross_entropy", "nll_loss", "nll_of_probabilities") and classes > 1:
        start = math.log(classes)
    if name.startswith("binary_cross_entropy"):
        start = math.log(2)
    return statistics.median(losses[-10:]) < 0.6 * start


LOOK = Look(
    name="inputs-not-scaled",
    needs=(
        "layers",
        "training",
    ),
    find=find,
    title=N_("The inputs are not scaled"),
    why=N_(
        "The first layer gets a column of numbers of the size of {scale:.0f}. Weights begin small, for inputs of a size of about 1. With such large ones, the outputs jump with each step, or sigmoids and tanh stop changing, and the loss does not fall as it should."
    ),
    change=N_(
        "Scale each column by its mean and its standard deviation on the training set (`StandardScaler`, or a `Normalization` layer). For images, divide by 255. Use the same numbers for validation and test data."
    ),
    terms=("feature", "layer", "weight"),
)
