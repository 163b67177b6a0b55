"""The backward pass goes through a graph that is used up."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"backward through the graph a second time")
    if found is None:
        return None
    return Found(
        "certain", {}, [(N_("error message"), found.string[:160])], call_place(facts, "backward") or crash_place(facts)
    )


LOOK = Look(
    name="backward-twice",
    needs=("crash",),
    find=find,
    title=N_("The backward pass goes through a graph that is used up"),
    why=N_(
        "After `backward()`, PyTorch frees the computation graph. A loss that still hangs on the graph of an earlier step, such as a sum over all steps, cannot go back through it again."
    ),
    change=N_(
        "Call `backward()` on the loss of this step only, and add up numbers for your log: `total += loss.item()`."
    ),
    terms=(
        "computation graph",
        "backward pass",
        "loss",
    ),
)
