"""A column of texts goes into a batch."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

OF_LENGTHS = re.compile(r"equal size|of length \d|[Ss]izes? of tensor")
"""What an error says that is about other things in the rows than their texts."""
OF_TEXTS = re.compile(r"\bstr\b|string|too many dimensions|Unable to create tensor|numpy\.str_|<U\d|object_")
"""What an error says that is about texts."""
NAMED = re.compile(r"features \(`(\w+)` in this case\)")


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    texts = [name for name, values in facts.crash.examples.items() if values.dtype == "str"]
    if not texts or facts.crash.error not in ("ValueError", "TypeError", "RuntimeError", "KeyError"):
        return None
    named = NAMED.search(facts.crash.message)
    if OF_LENGTHS.search(facts.crash.message) or (named is not None and named[1] not in texts):
        return None
    name = next((name for name in texts if "label" in name), texts[0])
    values = facts.crash.examples[name]
    return Found(
        "certain" if OF_TEXTS.search(facts.crash.message) else "likely",
        {"column": name, "value": str(values.first[0]) if values.first else ""},
        [
            (f"`{key}`", f"{each.dtype or each.kind}: {each.first[0] if each.first else ''}")
            for key, each in facts.crash.examples.items()
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="text-in-batch",
    needs=("crash",),
    find=find,
    title=N_("A column of texts goes into a batch"),
    why=N_(
        "A batch is made of tensors, and there is no tensor of texts. The column `{column}` still has texts, such as “{value}”. The error message talks about padding and truncation, but neither would help."
    ),
    change=N_(
        "If `{column}` has your labels, replace each name by a number, for example with `class_encode_column`. If it is the text that was tokenized already, remove it from the data set."
    ),
    read="ch8 ragged-batch",
    cases=("no-tensor",),
    terms=("batch", "tensor", "collator"),
)
