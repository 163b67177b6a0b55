"""A module is used before the initialization of its base class."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"before Module.__init__\(\) call|[Yy]ou forgot to call `?super\(\)|super\(\).__init__\(\)")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="super-not-called",
    needs=("crash",),
    find=find,
    title=N_("The base class was not initialized"),
    why=N_(
        "A module of PyTorch or Keras keeps account of its layers. The base class sets this up, and its `__init__` was not called before the first layer was assigned."
    ),
    change=N_("Write `super().__init__()` as the first line of `__init__`."),
    terms=(
        "class",
        "layer",
    ),
)
