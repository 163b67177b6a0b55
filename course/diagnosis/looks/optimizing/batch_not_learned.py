"""The loss does not fall, and not even one batch can be learned by heart, at whatever learning rate."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.optimizing.rate_learns_nothing import rows
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.one_batch is not None
    tried = facts.one_batch
    # on a busy machine, the higher rates may be those that there was no time for
    if not tried.whole or len(tried.others) < 2 or tried.own.moved or any(each.moved for each in tried.others):
        return None
    return Found("possible", {"rows": tried.rows, "steps": tried.steps}, rows(tried.own, tried.others))


LOOK = Look(
    name="batch-not-learned",
    needs=("one_batch",),
    find=find,
    title=N_("Not even one batch can be learned by heart, whatever the learning rate"),
    why=N_(
        "The loss of your training does not fall, so the doctor has tried to learn the first batch by heart: {steps} steps on its {rows} rows alone, with several learning rates. The loss does not fall at any of them. So it is not the data set that is too hard: the inputs, the labels, the loss, or the way from the loss to the weights is wrong."
    ),
    change=N_(
        "Decode the first row, and read it beside its label. Then look at what the loss is given, and at which weights get a gradient."
    ),
    read="ch8 overfit-one-batch",
    terms=("overfitting", "batch", "gradient"),
)
