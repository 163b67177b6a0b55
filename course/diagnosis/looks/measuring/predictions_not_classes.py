"""A metric gets logits or probabilities, where it takes classes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    mix = said(facts, r"can't handle a mix of ([\w-]+) and ([\w-]+) targets|^([\w-]*continuous[\w-]*) is not supported")
    # the labels come first
    if mix is None or "continuous" not in (mix[2] or mix[3]):
        return None
    assert facts.crash is not None
    arrays = [(f"`{name}`", words) for name, words in facts.crash.live.items() if "array" in words or "tensor" in words]
    return Found("certain", {}, arrays[:6] or [(N_("error message"), mix.string[:160])], crash_place(facts))


LOOK = Look(
    name="predictions-not-classes",
    needs=("crash",),
    find=find,
    title=N_("The metric gets logits or probabilities, and takes classes"),
    why=N_(
        "This metric compares classes with classes. What it gets as predictions are numbers with a fraction: the outputs of the model, as logits or probabilities."
    ),
    change=N_(
        "Take the class with the largest output first: `logits.argmax(axis=-1)`. With one output or several labels, compare with a threshold: `logits > 0`, or `probabilities > 0.5`."
    ),
    terms=("metric", "logits", "class"),
)
