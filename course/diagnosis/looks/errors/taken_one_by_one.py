"""Something that is only gone through is indexed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="taken-one-by-one",
    needs=("crash",),
    find=by_message(
        r"'(?:zip|map|generator|dict_keys|dict_values|dict_items|set|filter|reversed|enumerate)' object is not subscriptable"
        r"|object of type '(?:zip|map|generator|filter)' has no len"
    ),
    title=N_("Something is indexed that can only be gone through"),
    why=N_(
        "`zip`, `map`, generators and the keys of a dictionary give their values one by one, and have no place with a number."
    ),
    change=N_("Make a list of it first: `list(x)[0]`."),
    terms=("generator",),
)
