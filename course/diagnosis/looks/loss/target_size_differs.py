"""A loss gets labels of another shape than the outputs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(
        facts, r"Target size \(torch.Size\((\[.*?\])\)\) must be the same as input size \(torch.Size\((\[.*?\])\)\)"
    )
    if found is None:
        return None
    rows: list[tuple[str, object]] = [
        (N_("shape of the outputs"), found.group(2)),
        (N_("shape of the labels"), found.group(1)),
    ]
    return Found("certain", {"outputs": found.group(2), "labels": found.group(1)}, rows, crash_place(facts))


LOOK = Look(
    name="target-size-differs",
    needs=("crash",),
    find=find,
    title=N_("The labels have another shape than the outputs"),
    why=N_(
        "This loss compares each number of the outputs with one label, so both need the same shape. The outputs are {outputs}, the labels {labels}."
    ),
    change=N_(
        "Take the last axis away with `outputs.squeeze(-1)`, or give the labels one with `labels.unsqueeze(-1)`. If there is one class for each example, use `cross_entropy`, which takes class numbers."
    ),
    terms=(
        "shape",
        "loss function",
        "label",
    ),
    last=True,
)
