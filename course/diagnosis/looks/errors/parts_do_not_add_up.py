"""The parts of a split do not add up to the data set."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="parts-do-not-add-up",
    needs=("crash",),
    find=by_message(
        r"Sum of input lengths does not equal the length of the input dataset"
        r"|should be (?:smaller|less) than (?:the )?number of samples|values? .* should be .* smaller than"
    ),
    title=N_("The parts of the split do not add up to the data set"),
    why=N_(
        "`random_split` needs lengths whose sum is the number of rows. `int(0.8 * n)` and `int(0.2 * n)` are both rounded down, so that a row can be missing."
    ),
    change=N_(
        "Compute the last part from the others, `n - first`, or give fractions: `random_split(data, [0.8, 0.2])`."
    ),
    terms=("split",),
)
