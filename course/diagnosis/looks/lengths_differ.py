"""Tensors of different lengths are put together."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Sizes of tensors must match except in dimension|input array dimensions except for the concatenation axis must match|All dimensions except \d+ must match",
    )
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="lengths-differ",
    needs=("crash",),
    find=find,
    title=N_("Tensors of different lengths are put together"),
    why=N_(
        "Each batch is padded to the length of its own longest row. So the results of two batches have different lengths, and cannot become one tensor."
    ),
    change=N_(
        'Work out the metric batch by batch, or bring the results to one length before: `accelerator.pad_across_processes`, or `padding="max_length"` for the tokenizer.'
    ),
    terms=(
        "dynamic padding",
        "batch",
        "tensor",
    ),
    last=True,
)
