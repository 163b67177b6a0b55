"""The class weights belong to other classes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    counts = {int(name): count for name, count in facts.data.counts.items() if name.isdigit()}
    weights = next((call.weights for call in facts.loss_calls if call.weights), ())
    if not weights and facts.settings is not None:
        weights = facts.settings.class_weights
    if len(weights) < 2 or {*counts} != {*range(len(weights))} or max(counts.values()) < 2 * min(counts.values()):
        return None
    rare, common = min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)
    if weights[rare] >= weights[common]:
        return None
    return Found(
        "likely",
        {"rare": rare, "common": common, "rare_weight": weights[rare], "common_weight": weights[common]},
        [
            (N_("examples of each class"), str([counts[each] for each in range(len(weights))])),
            (N_("weight of each class"), str([round(each, 3) for each in weights])),
        ],
        call_place(facts, "CrossEntropyLoss", "cross_entropy", option="weight"),
    )


LOOK = Look(
    name="class-weights-swapped",
    needs=(
        "loss_calls",
        "data",
    ),
    find=find,
    title=N_("The class weights belong to other classes"),
    why=N_(
        "Class {rare} is the rarest and has the weight {rare_weight:.3g}; class {common} is the most frequent and has {common_weight:.3g}. Weights against unbalanced labels should be the other way round."
    ),
    change=N_(
        "Sort the counts by class before you make the weights: `value_counts()` sorts by frequency, so use `.sort_index()`."
    ),
    terms=(
        "class weight",
        "label frequency",
    ),
)
