"""No label of a batch counts in the loss."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    found = facts.training.spoiled("ignored")
    if found is None:
        return None
    return Found(
        "certain",
        {"step": found.step + 1, "count": found.count},
        [
            (N_("training step"), found.step + 1),
            (N_("labels in all"), found.count),
            (N_("labels that count"), 0),
        ],
        call_place(facts, "tokenizer", option="max_length") or call_place(facts, "map"),
    )


LOOK = Look(
    name="labels-all-ignored",
    needs=("training",),
    find=find,
    title=N_("No label of a batch counts in the loss"),
    why=N_(
        "In training step {step}, the loss leaves out each of the {count} labels of the batch. The mean over no label at all is 0 / 0, and that is `nan`."
    ),
    change=N_(
        "Leave out rows in which no label counts. Often `max_length` has cut off the end of a row, where its labels were: allow more tokens, or shorten the part without labels."
    ),
    read="ch8 label-count",
    terms=(
        "label",
        "NaN",
        "loss",
    ),
)
