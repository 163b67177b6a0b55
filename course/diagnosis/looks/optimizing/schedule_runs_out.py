"""A schedule refuses its next step before the training is over."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    total, needed = facts.training.total, facts.training.needed
    refused = said(facts, r"Tried to step (?P<needed>\d+) times. The specified number of total steps is (?P<total>\d+)")
    if refused is not None:
        total, needed = int(refused["total"]), int(refused["needed"])
    if not total or not needed or needed <= total:
        return None
    return Found(
        "certain" if refused is not None else "likely",
        {"total": total, "needed": needed},
        [(N_("steps that the schedule is made for"), total), (N_("steps that the training takes"), needed)],
        call_place(facts, "OneCycleLR", option="total_steps") or call_place(facts, "OneCycleLR"),
    )


LOOK = Look(
    name="schedule-runs-out",
    needs=("training",),
    find=find,
    title=N_("The schedule refuses its next step before the training is over"),
    why=N_(
        "`OneCycleLR` is made for {total} steps, and the training takes {needed} or more. At the step after the last one that it knows, it raises a `ValueError`, often in the last epoch. The last batch of an epoch that is not full counts as well, so the number of batches is rounded up."
    ),
    change=N_(
        "Take the number of batches from the DataLoader: `OneCycleLR(…, epochs=epochs, steps_per_epoch=len(loader))`. With gradient accumulation, divide it by the number of batches for each step, and round up."
    ),
    terms=("scheduler", "step", "epoch"),
    raises=True,
)
