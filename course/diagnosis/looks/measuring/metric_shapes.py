"""Two arrays that should belong together have different shapes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    about = (
        "boolean index did not match",
        "operands could not be broadcast",
        "shapes mismatch",
        "inconsistent numbers of samples",
        "Mismatch in the number of predictions",
        "shape mismatch",
    )
    if not any(words in message for words in about):
        return None
    live = {f"`{name}`": words for name, words in facts.crash.live.items() if "array" in words or "tensor" in words}
    return Found("likely", {}, [*live.items()][:6] or [(N_("error message"), message[:160])], crash_place(facts))


LOOK = Look(
    name="metric-shapes",
    needs=("crash",),
    find=find,
    title=N_("Two arrays that should belong together have different shapes"),
    why=N_(
        "The line compares or selects values of two arrays, and one of them has another shape. The table shows the shapes. Often `argmax` was taken along the wrong axis, or not at all: it must be taken along the axis of the labels, which is the last one."
    ),
    change=N_("Use `argmax(axis=-1)` for the logits, and compare arrays of the same shape."),
    cases=("boolean-index",),
    terms=("shape", "logits"),
)
