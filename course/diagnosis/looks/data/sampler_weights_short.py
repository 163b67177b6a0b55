"""A sampler has fewer weights than the data set has rows."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.sampler is None:
        return None
    weights, rows = facts.sampler
    return Found(
        "certain",
        {"weights": weights, "rows": rows},
        [(N_("weights of the sampler"), weights), (N_("rows of the data set"), rows)],
        call_place(facts, "WeightedRandomSampler"),
    )


LOOK = Look(
    name="sampler-weights-short",
    needs=("source",),
    find=find,
    title=N_("The sampler has fewer weights than there are rows"),
    why=N_(
        "`WeightedRandomSampler` takes one weight for each row of the data set. It was given {weights}, so it draws only from the first {weights} of {rows} rows."
    ),
    change=N_("If these are the weights of the classes, give each row that of its label: `class_weights[labels]`."),
    terms=(
        "class weight",
        "oversampling",
        "training set",
    ),
)
