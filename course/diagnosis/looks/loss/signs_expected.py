"""A loss whose targets are 1 and -1 gets 1 and 0."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

CLASSES = ("CosineEmbeddingLoss", "HingeEmbeddingLoss", "MarginRankingLoss", "SoftMarginLoss")


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.signs is None:
        return None
    name, value = facts.training.signs
    return Found(
        "likely",
        {"name": name, "value": value},
        [(N_("loss"), f"`{name}`"), (N_("a target that it got"), value)],
        call_place(facts, *CLASSES, name),
    )


LOOK = Look(
    name="signs-expected",
    needs=("training",),
    find=find,
    title=N_("The loss takes targets of 1 and -1, and gets others"),
    why=N_(
        "`{name}` takes 1 for pairs that belong together, and -1 for pairs that do not. It gets targets of {value:.3g}: PyTorch does not complain, and such pairs have no loss, or a wrong one."
    ),
    change=N_("Turn zeros into -1: `2 * labels - 1`."),
    terms=("loss function", "label"),
)
