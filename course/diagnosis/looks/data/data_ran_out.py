"""The data come to an end in the middle of the training."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    if facts.settings.ran_out is None:
        return None
    epoch, taken, steps = facts.settings.ran_out
    return Found(
        "certain",
        {"epoch": epoch, "taken": taken, "steps": steps},
        [
            (N_("epoch in which the data came to an end"), epoch),
            (N_("steps that it took"), taken),
            (N_("steps that it should have"), steps),
        ],
        call_place(facts, "fit", option="steps_per_epoch"),
    )


LOOK = Look(
    name="data-ran-out",
    needs=("settings",),
    find=find,
    title=N_("The data come to an end in the middle of the training"),
    why=N_(
        "Epoch {epoch} should have {steps} steps, but the data were enough for {taken}. A generator gives its batches once, and a data set with `steps_per_epoch` goes on where the last epoch stopped. The epochs after that train with nothing, or with a few batches."
    ),
    change=N_(
        "Let the generator start over when it comes to its end (`while True:`), or use `.repeat()` on the data set. Or leave `steps_per_epoch` out and hand over arrays, or a data set that can be read again."
    ),
    terms=("generator", "epoch", "step"),
)
