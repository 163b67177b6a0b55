"""Values are unpacked into another number of names."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"too many values to unpack|not enough values to unpack")
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="unpacked-differently",
    needs=("crash",),
    find=find,
    title=N_("There is another number of values than of names"),
    why=N_(
        "On the left of this line are as many names as you expect values, and there are more or fewer. A batch of 🤗 Datasets is a dictionary: what is unpacked of it are the names of its columns."
    ),
    change=N_(
        'Print what stands on the right. Take the parts of a dictionary by name, `batch["input_ids"]`, and the parts of an output as `outputs.logits`.'
    ),
    terms=(
        "batch",
        "dictionary",
    ),
    last=True,
)
