"""A missing value is to become a whole number."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="nan-to-whole",
    needs=("crash",),
    find=by_message(
        r"cannot convert float NaN to integer|Cannot convert non-finite values \(NA or inf\) to integer"
        r"|cannot convert NA to integer"
    ),
    title=N_("A missing value is to become a whole number"),
    why=N_(
        "`nan`, which stands for a missing value, and infinity are floating-point numbers. No whole number stands for them."
    ),
    change=N_('Leave such rows out first, `frame.dropna(subset=["label"])`, or fill in what is meant.'),
    terms=("NaN", "column", "label"),
)
