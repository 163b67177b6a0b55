"""The state of an optimizer is loaded into one that has other weights."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="optimizer-state-differs",
    needs=("crash",),
    find=by_message(
        r"loaded state dict (?:contains a parameter group that doesn't match the size of optimizer's group|has a different number of parameter groups)"
    ),
    title=N_("The state of an optimizer is loaded into one that has other weights"),
    why=N_(
        "The state of an optimizer holds numbers for each of its weights, in their order. The one that was saved had another number of weights or of groups: some were frozen, added, or grouped in another way."
    ),
    change=N_(
        "Make the optimizer as it was when its state was saved: from the same weights, in the same groups. To go on with other weights, load only the state of the model and begin with a new optimizer."
    ),
    terms=("optimizer", "optimizer state", "checkpoint"),
)
