"""A value that the backward pass needs was changed in place."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if said(facts, "modified by an inplace operation") is None:
        return None
    assert facts.crash is not None
    made = re.search(r"output \d+ of (\w+?)(?:Backward\d*)?\b", facts.crash.message)
    shape = re.search(r"\[torch\.\w+ (\[[\d, ]*\])\]", facts.crash.message)
    evidence: list[tuple[str, object]] = []
    if made is not None:
        evidence.append((N_("operation that needs the value"), f"`{made[1]}`"))
    if shape is not None:
        evidence.append((N_("shape of the value"), shape[1]))
    place = attribute_place(facts, "masked_fill_", "add_", "sub_", "mul_", "div_", "clamp_", "relu_", "copy_", "fill_")
    return Found(
        "likely", {}, evidence or [(N_("error message"), facts.crash.message[:160])], place or crash_place(facts)
    )


LOOK = Look(
    name="changed-in-place",
    needs=("crash",),
    find=find,
    title=N_("A value that the backward pass needs was changed in place"),
    why=N_(
        "PyTorch keeps the results of the forward pass, since the gradients are computed from them. One of them was overwritten: by `+=`, by an assignment to a part of it, or by a method whose name ends in `_`."
    ),
    change=N_(
        "Make a new tensor instead: `x = x + y` for `x += y`, `x = x.masked_fill(…)` for `x.masked_fill_(…)`, or change a `x.clone()`."
    ),
    terms=("backward pass", "gradient", "tensor"),
)
