"""Keras's `fit` gets inputs and no targets."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(
        facts,
        r"convert a value \(None\) with an unsupported type|None values not supported|y_true.*None|expected y.*None|Target data is missing",
    )
    place = crash_place(facts)
    if found is None or place is None or not re.search(r"\.(?:fit|evaluate)\(", place.code):
        return None
    alone = [
        call
        for call in calls(facts, "fit", "evaluate")
        if len(call.args) == 1 and all(each.arg != "y" for each in call.keywords)
    ]
    if not alone:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], place)


LOOK = Look(
    name="targets-not-given",
    needs=("crash",),
    find=find,
    title=N_("`fit` gets no targets"),
    why=N_(
        "`fit` was given inputs alone. The loss compares what the model says with a target, and gets nothing (`None`). A data set must give pairs of inputs and targets."
    ),
    change=N_("Write `model.fit(x, y)`, or let the data set give `(inputs, targets)`."),
    terms=("target", "loss function"),
)
