"""A condition is made of a whole array."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.loss import loss_class_called
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Boolean value of Tensor with more than one value is ambiguous|truth value of an? \w+ (?:with more than one element )?is ambiguous",
    )
    if found is None or loss_class_called.find(facts):
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="condition-of-array",
    needs=("crash",),
    find=find,
    title=N_("A whole array stands where true or false is needed"),
    why=N_(
        "A comparison with an array gives a value for each of its numbers. `if`, `and`, `or` and `not` need one value."
    ),
    change=N_(
        "Say what is meant: `.all()` if it must be true for every number, `.any()` if for one of them; or combine arrays with `&` and `|`."
    ),
    terms=(
        "tensor",
        "shape",
    ),
    last=True,
)
