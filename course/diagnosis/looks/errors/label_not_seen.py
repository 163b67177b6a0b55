"""A label or a value occurs that the encoder has not seen."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="label-not-seen",
    needs=("crash",),
    find=by_message(
        r"contains previously unseen labels: (?P<names>.{1,80})"
        r"|Found unknown categories (?P<more>.{1,60}) in column"
    ),
    title=N_("An encoder meets a label that it has not seen"),
    why=N_("The encoder has numbered the values that it saw in `fit`. Others have no number."),
    change=N_(
        'Fit the encoder on all names that there can be, and look whether the data write the same name in several ways. For inputs, `handle_unknown="ignore"` leaves unknown ones out.'
    ),
    terms=("label", "split"),
)
