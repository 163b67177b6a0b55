"""A function for lists has shuffled a tensor."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.shuffled_tensor is None:
        return None
    rows, lost = facts.shuffled_tensor
    return Found(
        "certain",
        {"rows": rows, "lost": lost},
        [(N_("rows"), rows), (N_("rows that are lost"), lost)],
        call_place(facts, "shuffle"),
    )


LOOK = Look(
    name="tensor-shuffled",
    needs=(),
    find=find,
    title=N_("A tensor is shuffled by a function for lists"),
    why=N_(
        "`shuffle` exchanges two rows at a time, in place. But a row of a tensor is only a view, not a copy: when the row is overwritten, the value set aside for the exchange changes too. Of {rows} rows, {lost} are lost, and others are there several times, perhaps in the training and the test set at once."
    ),
    change=N_("Draw a random order and index with it: `rows = rows[torch.randperm(len(rows))]`."),
    terms=("shuffling", "tensor"),
)
