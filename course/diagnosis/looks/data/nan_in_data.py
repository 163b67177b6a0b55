"""There is `nan` in the inputs or the labels."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    found = facts.training.spoiled("data")
    if found is None:
        return None
    return Found(
        "certain",
        {"step": found.step + 1, "name": found.name or "?", "count": found.count},
        [
            (N_("training step"), found.step + 1),
            (N_("where there is `nan`"), found.name or "?"),
            (N_("values that are `nan`"), found.count),
        ],
        call_place(facts, "std", "div", "log", "read_csv"),
    )


LOOK = Look(
    name="nan-in-data",
    needs=("training",),
    find=find,
    title=N_("There is `nan` in the data"),
    why=N_(
        "In training step {step}, {count} values of `{name}` are `nan`. Whatever is computed from them is `nan`, too: the loss, the gradients, and from this step on the weights."
    ),
    change=N_(
        "Look for them before the training, with `isnan().any()`. Leave these rows out, or put a value in their place. Such values come from the empty cells of a table, or from a division by 0, for example by the standard deviation of a column that is always the same."
    ),
    read="ch8 label-count",
    terms=(
        "NaN",
        "loss",
        "gradient",
    ),
)
