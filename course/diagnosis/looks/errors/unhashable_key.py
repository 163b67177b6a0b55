"""Something that can be changed is used as a key."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="unhashable-key",
    needs=("crash",),
    find=by_message(
        r"unhashable type: '(?P<kind>(?!slice)[\w.]+)'",
        "likely",
    ),
    title=N_("A `{kind}` is used as a key"),
    why=N_(
        "Keys of dictionaries, elements of sets, and values that are counted must not be changeable. A `{kind}` can be changed. Often each value was expected to be one name or number, and is a list of them."
    ),
    change=N_("Use `tuple(…)` of it, or the single value in it, such as `label.item()` or `names[0]`."),
    terms=("dictionary",),
    last=True,
)
