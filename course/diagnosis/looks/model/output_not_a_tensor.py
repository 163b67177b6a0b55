"""The model's output is an object, not a tensor."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

PARTS = ("logits: ", "loss: ", "last_hidden_state: ")
"""How the words begin that describe such an object."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error not in ("AttributeError", "TypeError", "ValueError"):
        return None
    found = said(
        facts,
        r"(?:\bnot '?|object of type '?|operand type\(s\)[^']*'|' and '|^'?|convert a value \()(?:\w+\.)*(\w+Output\w*)",
    )
    kind = found[1] if found is not None else ""
    if said(facts, r"Expected any non-tensor type") is not None:
        # TensorFlow names no type where it made a tensor of the parts
        kind = next((name for name, words in facts.crash.live.items() if words.startswith(PARTS)), "")
    if not kind:
        return None
    return Found("likely", {"kind": kind}, [(N_("error message"), facts.crash.message[:160])], crash_place(facts))


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
