"""The loss gets more outputs than labels, or the other way round."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Expected input batch_size \((\d+)\) to match target batch_size \((\d+)\)")
    if found is None:
        return None
    return Found(
        "certain",
        {"outputs": found.group(1), "targets": found.group(2)},
        [(N_("error message"), found.string[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="batch-sizes-differ",
    needs=("crash",),
    find=find,
    title=N_("The loss gets more outputs than labels, or the other way round"),
    why=N_("The loss got {outputs} outputs and {targets} labels. Each label needs exactly one output."),
    change=N_(
        "Print the shapes of both before the loss. Common causes are a `view` or `reshape` that mixes the batch with another axis, and one label for each text but one output for each token."
    ),
    terms=(
        "shape",
        "label",
        "logits",
    ),
)
