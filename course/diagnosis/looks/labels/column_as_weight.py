"""A third column of the data set is taken for the weights of the examples."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    if facts.settings.whole_weights is None:
        return None
    least, most = facts.settings.whole_weights
    # a weight of 0 or 1 may be a mask, and one from 1 on a count of equal rows
    if least != 0 or most < 2:
        return None
    return Found(
        "likely",
        {"least": least, "most": most},
        [(N_("smallest weight of an example"), least), (N_("greatest weight of an example"), most)],
        call_place(facts, "from_tensor_slices", "from_generator", "zip") or call_place(facts, "fit"),
    )


LOOK = Look(
    name="column-as-weight",
    needs=("settings",),
    find=find,
    title=N_("A third column of the data set is taken for the weights of the examples"),
    why=N_(
        "If each element of a data set has three parts, Keras takes the third one for `sample_weight`: how much each example counts in the loss. Here it holds whole numbers from {least} to {most}, as ids or groups do. Examples with a 0 are not learned at all."
    ),
    change=N_(
        "Give `fit` pairs of inputs and targets: `data.map(lambda x, y, more: (x, y))`. Keep the other column in a data set of its own."
    ),
    terms=("data set", "loss"),
)
