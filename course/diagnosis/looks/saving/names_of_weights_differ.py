"""The names of the saved weights are not those of the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"(?:Missing|Unexpected) key\(s\) in state_dict: ([^,]+)")
    if found is None or "size mismatch" in found.string:
        return None
    return Found(
        "certain", {}, [(N_("a name that does not fit"), found.group(1).strip().rstrip(".")[:100])], crash_place(facts)
    )


LOOK = Look(
    name="names-of-weights-differ",
    needs=("crash",),
    find=find,
    title=N_("The saved weights have other names than those of the model"),
    why=N_(
        "Weights are saved under the names of the attributes that hold them. This file was written by a model of another build, or by one inside of another: then all names begin with its prefix, such as `module.` or `_orig_mod.`."
    ),
    change=N_(
        "Save the weights of the inner model: `model.module.state_dict()`, or `model._orig_mod.state_dict()` if it was compiled. Or take the prefix off the names. Otherwise build the model as it was when it was saved."
    ),
    terms=(
        "checkpoint",
        "weight",
    ),
)
