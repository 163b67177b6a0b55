"""The loss is not one number."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"grad can be implicitly created only for scalar outputs")
    if found is None:
        return None
    return Found(
        "certain", {}, [(N_("error message"), found.string[:160])], call_place(facts, "backward") or crash_place(facts)
    )


LOOK = Look(
    name="loss-not-one-number",
    needs=("crash",),
    find=find,
    title=N_("The loss is not one number"),
    why=N_("`backward()` starts from one number. Your loss has a value for each example or each token."),
    change=N_("Take the mean: `loss.mean().backward()`, or a loss function whose `reduction` is `mean`."),
    terms=(
        "loss",
        "backward pass",
    ),
)
