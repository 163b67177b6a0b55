"""The optimizer gets no parameters."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if "empty parameter list" not in facts.crash.message:
        return None
    return Found("certain", {}, [(N_("error message"), facts.crash.message)], crash_place(facts))


LOOK = Look(
    name="no-parameters",
    needs=("crash",),
    find=find,
    title=N_("The optimizer gets no parameters"),
    why=N_(
        "`model.parameters()` is a generator: it can be read once, and then it is empty. If something has read it before, such as a count of the parameters, the optimizer finds nothing. The list is also empty if a filter lets no parameter through, or if layers are kept in a Python list and not in a `ModuleList`."
    ),
    change=N_("Call `model.parameters()` again for the optimizer, or keep `list(model.parameters())`."),
    cases=("empty-parameter-list",),
    terms=("optimizer", "generator", "parameter"),
)
