"""The weights of the classes are not in a dictionary."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None and facts.settings is not None
    kind = facts.settings.weights_kind
    if not kind:
        return None
    rows = [("`type(class_weight)`", f"`{kind}`"), (N_("error message"), facts.crash.message[:160])]
    return Found("certain", {"kind": kind}, rows, call_place(facts, "fit", option="class_weight"))


LOOK = Look(
    name="class-weight-no-dictionary",
    needs=("crash", "settings"),
    find=find,
    title=N_("`class_weight` is not a dictionary"),
    why=N_(
        "Keras's `fit` looks up the weight of each class by its number, in a dictionary. It got something of the type `{kind}`: `compute_class_weight` of scikit-learn, for example, returns an array."
    ),
    change=N_("Make a dictionary of them: `class_weight=dict(enumerate(weights))`."),
    terms=("class", "dictionary"),
)
