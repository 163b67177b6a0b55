"""The first layer gets numbers that are far too small."""

from __future__ import annotations

import math
import statistics

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.data.inputs_not_scaled import learned
from course.i18n import N_

SMALL = 0.02
"""Below which size numbers are too small for a layer to begin with."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    assert facts.training is not None
    scale, losses = facts.layers.scale, [each for each in facts.training.losses if math.isfinite(each)]
    # vectors of an embedding of Keras begin as small as that, and are trained
    if not 0 < scale < SMALL or len(losses) < 20 or "Embedding(" in facts.source or learned(facts, losses):
        return None
    return Found(
        "likely",
        {"scale": scale},
        [
            (N_("size of the largest column that the first layer gets"), f"{scale:.2g}"),
            (N_("first loss"), round(losses[0], 3)),
            (N_("last loss"), round(statistics.median(losses[-10:]), 3)),
        ],
        call_place(facts, "Rescaling", "fit", "DataLoader"),
    )


LOOK = Look(
    name="inputs-too-small",
    needs=(
        "layers",
        "training",
    ),
    find=find,
    title=N_("The inputs are far too small"),
    why=N_(
        "The largest column of numbers that the first layer gets has the size of {scale:.2g}. To tell such rows apart, the weights would have to become very large, and that takes very many steps. Often the inputs were scaled twice, as by 255 in the data and by 255 in the model."
    ),
    change=N_(
        "Scale the inputs once. Look at a batch just before the first layer: its numbers should have a size of about 1."
    ),
    terms=("feature", "layer", "weight"),
)
