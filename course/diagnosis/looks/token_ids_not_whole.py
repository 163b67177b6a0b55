"""The token ids are no whole numbers."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got",
    )
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="token-ids-not-whole",
    needs=("crash",),
    find=find,
    title=N_("The token ids are no whole numbers"),
    why=N_(
        "An embedding looks up rows by whole numbers. The token ids of this batch were turned into decimal numbers."
    ),
    change=N_(
        "Make the tensor of token ids with `dtype=torch.long`, and turn only targets that are real numbers into decimals."
    ),
    terms=(
        "token id",
        "dtype",
        "tensor",
    ),
)
