"""A function of `tf.data` takes one argument, and gets the parts of an example one by one."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"takes (?P<takes>\d+) positional arguments? but (?P<given>\d+) (?:was|were) given")
    place = crash_place(facts)
    if found is None or facts.framework != "tf" or place is None:
        return None
    line = facts.source.splitlines()[place.line - 1 : place.line + 2]
    if not re.search(r"\.(?:map|filter|flat_map|interleave|take_while)\(", " ".join([place.code, *line])):
        return None
    return Found("certain", found.groupdict(), [(N_("error message"), found.string[-160:])], place)


LOOK = Look(
    name="rows-come-as-arguments",
    needs=("crash",),
    find=find,
    title=N_("`tf.data` gives each part of an example as an argument of its own"),
    why=N_(
        "An element of this data set has {given} parts, such as inputs and labels. `map` and `filter` give them to the function one by one, and the function takes {takes}."
    ),
    change=N_("Give the function an argument for each part: `data.map(lambda x, y: (prepare(x), y))`."),
    terms=("argument", "label", "function signature"),
)
