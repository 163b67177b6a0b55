"""What the model gets after the training is not prepared as its training data were."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

TIMES = 8
"""How many times as large, or as small, the inputs must be."""

UNLIKE = re.compile(r"anomal|outlier|novelty|adversar", re.IGNORECASE)
"""What programs have in them that look for what is unlike their training data."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.scales is None:
        return None
    trained, later = facts.training.scales
    if min(trained, later) <= 0 or UNLIKE.search(facts.source) or 1 / TIMES < later / trained < TIMES:
        return None
    return Found(
        "likely",
        {"trained": trained, "later": later},
        [
            (N_("size of the inputs in training (root of the mean square)"), f"{trained:.3g}"),
            (N_("size of the inputs later"), f"{later:.3g}"),
        ],
        call_place(facts, "predict", "evaluate", "no_grad", "inference_mode"),
    )


LOOK = Look(
    name="inputs-of-another-scale",
    needs=("training",),
    find=find,
    title=N_("After the training, the model gets inputs of another scale"),
    why=N_(
        "The inputs were about {trained:.3g} large in training, and about {later:.3g} in a later call without gradients. A model knows only numbers such as those that it was trained on."
    ),
    change=N_(
        "Prepare all data in the same way: divide images by 255 in both places, and use the mean and the standard deviation of the training set for all others. It is safest in one function, or in a layer of the model."
    ),
    terms=("feature", "training set", "test set"),
)
