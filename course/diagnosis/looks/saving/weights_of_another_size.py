"""A checkpoint has weights of another size than the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, model_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"size mismatch for ([\w.]+)|weights? .{0,80}(?:shape|size).{0,40}mismatch|ignore_mismatched_sizes|objects could not be loaded",
    )
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], model_place(facts) or crash_place(facts))


LOOK = Look(
    name="weights-of-another-size",
    needs=("crash",),
    find=find,
    title=N_("A checkpoint has weights of another size than the model"),
    why=N_(
        "Some weights in the checkpoint have another shape than those of the model. Most often, the classification head was trained for another number of labels."
    ),
    change=N_(
        "Set `num_labels` to the number that the checkpoint was trained with; or, if a new head is to be trained, load it with `ignore_mismatched_sizes=True`."
    ),
    terms=(
        "checkpoint",
        "classification head",
        "number of labels",
    ),
)
