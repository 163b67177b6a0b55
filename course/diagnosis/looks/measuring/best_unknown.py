"""A callback of Keras does not know which value of a metric is the better one."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"(\w+) callback received monitor=(\w+), but Keras isn't able")
    if found is None:
        return None
    rows = [(f"`{found[1]}`", f'`monitor="{found[2]}"`'), (N_("error message"), found.string[:160])]
    return Found("certain", {"callback": found[1], "name": found[2]}, rows, call_place(facts, found[1]))


LOOK = Look(
    name="best-unknown",
    needs=("crash",),
    find=find,
    title=N_("Keras does not know which value of the metric is better"),
    why=N_(
        "`{callback}` chooses by `{name}`. Of its own metrics Keras knows whether more or less is better; of one of your own it does not."
    ),
    change=N_('Say it: `mode="max"` if more of `{name}` is better, `mode="min"` if less.'),
    terms=("metric", "callback", "epoch"),
)
