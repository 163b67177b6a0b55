"""A column of texts has missing values."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="missing-text",
    needs=("crash",),
    find=by_message(
        r"'float' object has no attribute '(?P<name>lower|split|strip|upper|replace|encode|startswith|endswith|find|join)'"
        r"|expected string or bytes-like object, got 'float'"
    ),
    title=N_("A column of texts has missing values"),
    why=N_("pandas writes a missing text as `nan`, which is a floating-point number. It has no methods of texts."),
    change=N_('Leave such rows out, `frame.dropna(subset=["text"])`, or fill them: `frame["text"].fillna("")`.'),
    terms=("column", "NaN"),
)
