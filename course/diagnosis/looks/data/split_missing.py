"""The data have no part with this name."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SPLIT = re.compile(r"train|valid|dev|test|eval|unsupervised", re.IGNORECASE)
"""What is in the names of the parts of a data set."""
PART = re.compile(r"(\w+): (?:Dataset|IterableDataset)")
"""How a dictionary of data sets is described."""


def find(facts: Facts) -> Found | None:
    crash = facts.crash
    assert crash is not None
    asked = re.fullmatch(r"['\"]?(\w+)['\"]?", crash.message.strip()) if crash.error == "KeyError" else None
    unknown = re.search(r"Unknown split \"(\w+)\"\. Should be one of \[([^\]]*)\]", crash.message)
    name = asked[1] if asked else unknown[1] if unknown else ""
    if not name or not SPLIT.search(name):
        return None
    there = [part for words in crash.live.values() for part in [PART.findall(words)] if part and name not in part]
    parts = ", ".join(there[0]) if there else unknown[2].replace("'", "") if unknown else ""
    place = crash_place(facts)
    if not parts or (there and place is not None and name not in place.code):
        return None
    return Found(
        "certain",
        {"name": name, "parts": parts},
        [(N_("part asked for"), name), (N_("parts that are there"), parts)],
        place,
    )


LOOK = Look(
    name="split-missing",
    needs=("crash",),
    find=find,
    title=N_("The data have no part with this name"),
    why=N_("Your program asks for the part `{name}` of the data. There are only these: {parts}."),
    change=N_(
        'Use a part that is there. If you need one for validation, take it from the training set: `data["train"].train_test_split(test_size=0.1)`.'
    ),
    terms=("split", "validation set", "data set"),
)
