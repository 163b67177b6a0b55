"""A scaler gets another number of columns than it was fitted to."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="columns-of-scaler",
    needs=("crash",),
    find=by_message(
        r"non-broadcastable output operand with shape \(\d+,\s*(?P<given>\d+)\) doesn't match the broadcast shape \(\d+,\s*(?P<fitted>\d+)\)"
        r"|X has (?P<given_too>\d+) features?, but \w+ is expecting (?P<fitted_too>\d+) features?"
    ),
    title=N_("A scaler gets another number of columns than it was fitted to"),
    why=N_(
        "A scaler keeps a mean and a size for each column that it was fitted to. It can transform, or transform back, only tables with the same columns. Often the predictions, which are one column, are given to the scaler of the whole table."
    ),
    change=N_(
        "Fit a scaler of its own to the target, and transform the predictions back with that one. Or take the numbers of its column: `y * scaler.scale_[i] + scaler.mean_[i]` for a `StandardScaler`."
    ),
    terms=("feature", "prediction", "target"),
    last=True,
)
