"""The labels of a classification have an axis too many."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"multi-target not supported|0D or 1D target tensor expected")
    if found is None:
        return None
    shapes = [call.targets.shape for call in facts.loss_calls[-1:]]
    rows: list[tuple[str, object]] = [(N_("shape of the labels"), str(shape)) for shape in shapes]
    return Found("certain", {}, [(N_("error message"), found.string[:160]), *rows], crash_place(facts))


LOOK = Look(
    name="labels-axis-too-many",
    needs=("crash",),
    find=find,
    title=N_("The labels have an axis too many"),
    why=N_(
        "`cross_entropy` takes one class number for each example: labels of the shape (batch,). These have one more axis."
    ),
    change=N_("Take it away with `labels.squeeze(-1)`. If each row is one-hot, write `labels.argmax(dim=-1)`."),
    terms=(
        "label",
        "shape",
        "cross-entropy",
    ),
    last=True,
)
