"""The Trainer is to evaluate, and has no data for it."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"you didn't pass an `eval_dataset`|evaluation requires an eval_dataset")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="evaluation-set-missing",
    needs=("crash",),
    find=find,
    title=N_("There are no data for the evaluation"),
    why=N_("The Trainer is asked to evaluate, and was given no `eval_dataset`."),
    change=N_('Give it one, `Trainer(…, eval_dataset=data["validation"])`, or set `eval_strategy="no"`.'),
    terms=(
        "Trainer",
        "validation set",
    ),
)
