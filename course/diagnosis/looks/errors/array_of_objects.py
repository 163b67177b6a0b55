"""An array holds Python objects where numbers are needed."""

from __future__ import annotations

import re

from course.diagnosis.facts import OBJECTS, TABLE, Facts
from course.diagnosis.lines import said
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import by_message
from course.i18n import N_

PLAIN = by_message(
    r"Unsupported object type (?:float|int|bool|NoneType|Timestamp|datetime\S*|dict)|dtype object|array of type object",
    "likely",
)
OF_OBJECTS = r"Invalid dtype: object|type numpy\.object_"
"""What the message is also where the objects are texts."""

TEXTS = re.compile(r"\b(?:str|string|object)\b")
"""The types of values, and of columns, that may be texts."""


def find(facts: Facts) -> Found | None:
    if said(facts, OF_OBJECTS) is None or facts.crash is None:
        return PLAIN(facts)
    arrays = [words for words in facts.crash.live.values() if words.startswith((OBJECTS, TABLE))]
    # among several arrays nobody knows which is meant
    if not arrays or any(TEXTS.search(words.rpartition(":")[2]) for words in arrays):
        return None
    return by_message(OF_OBJECTS, "likely")(facts)


LOOK = Look(
    name="array-of-objects",
    needs=("crash",),
    find=find,
    title=N_("An array holds objects of Python in place of numbers"),
    why=N_(
        "A table with columns of several types becomes an array of the type `object`: its entries may be texts, dates, truth values or `None`, although they look like numbers."
    ),
    change=N_(
        'Choose the columns with numbers, turn the others into numbers, and convert everything: `astype("float32")`.'
    ),
    terms=("dtype", "column"),
    last=True,
)
