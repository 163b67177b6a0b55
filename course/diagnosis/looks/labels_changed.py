"""Examples and labels do not belong together any more."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHARE = 0.2
"""The share of the rows that must come again with another label."""
FEWEST = 32
"""How many rows must come again."""


def find(facts: Facts) -> Found | None:
    place = call_place(facts, "shuffle", "from_dict", "permutation")
    changed, rows = (facts.data.changed, facts.data.compared) if facts.data is not None else (None, 0)
    if changed and changed >= 0.05 * rows:
        evidence = [
            (N_("examples with another label than the same text in the file"), changed),
            (N_("examples that could be compared"), rows),
        ]
        return Found("likely", {"count": changed}, evidence, place)
    again, changed = (facts.training.again, facts.training.relabelled) if facts.training is not None else (0, 0)
    if again >= FEWEST and changed >= SHARE * again:
        evidence = [
            (N_("examples that had another label when they came again"), changed),
            (N_("examples that came again"), again),
        ]
        return Found("likely", {"count": changed}, evidence, place)
    return None


LOOK = Look(
    name="labels-changed",
    needs=("source",),
    find=find,
    title=N_("Examples and labels do not belong together any more"),
    why=N_(
        "{count} training examples had another label than the same example has in the data that were loaded, or had when it was trained on before. That happens if examples and labels are shuffled or selected separately."
    ),
    change=N_(
        "Keep each example and its label in one row, and shuffle the rows; or shuffle both with the same permutation: `order = rng.permutation(len(y))`, `x[order]`, `y[order]`."
    ),
    cases=("loss-stays-at-a-guess",),
    terms=("shuffling", "label"),
)
