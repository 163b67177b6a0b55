"""The model's output is an object, not a tensor."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"(?:\bnot '?|object of type '?|operand type\(s\)[^']*'|' and '|^'?)(?:\w+\.)*(\w+Output\w*)",
    )
    if found is None or facts.crash.error not in ("AttributeError", "TypeError", "ValueError"):
        return None
    return Found("likely", {"kind": found.group(1)}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="output-not-a-tensor",
    needs=("crash",),
    find=find,
    title=N_("The model's output is an object, not a tensor"),
    why=N_(
        "A model of 🤗 Transformers returns an object of several parts (`{kind}`). What you do with it needs one of these parts."
    ),
    change=N_("Take the part that you need: `outputs.loss` or `outputs.logits`."),
    terms=(
        "logits",
        "loss",
    ),
)
