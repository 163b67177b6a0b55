"""The function of the schedule returns a rate instead of a factor."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, calls
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    base, rates = facts.training.base, facts.training.rates
    if not base or not rates or base > 0.01 or max(rates) <= 0:
        return None
    factor = max(rates) / base
    if factor > 0.01 or not [*calls(facts, "LambdaLR")]:
        return None
    # a factor that has hardly risen yet is small as well
    if facts.training.highest_at is not None and facts.training.highest_at[1] > 3 * base:
        return None
    return Found(
        "likely",
        {"base": base, "factor": factor, "rate": max(rates)},
        [
            (N_("learning rate of the optimizer"), base),
            (N_("greatest factor of the schedule"), factor),
            (N_("highest learning rate"), max(rates)),
        ],
        call_place(facts, "LambdaLR"),
    )


LOOK = Look(
    name="rate-multiplied-twice",
    needs=("training",),
    find=find,
    title=N_("The function of the schedule returns a rate instead of a factor"),
    why=N_(
        "`LambdaLR` multiplies the optimizer's learning rate, {base:.3g}, by what your function returns. That is {factor:.3g} at most, so the learning rate never gets beyond {rate:.3g}."
    ),
    change=N_("Let the function return a factor between 0 and 1."),
    terms=(
        "learning rate schedule",
        "learning rate",
    ),
)
