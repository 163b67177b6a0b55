"""A collator gives rows the labels of other rows."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    changed, rows = facts.collated
    if changed < 2 or changed < 0.2 * rows:
        return None
    return Found(
        "certain",
        {"changed": changed, "rows": rows},
        [(N_("rows of batches that were compared"), rows), (N_("rows with the label of another example"), changed)],
        function_place(facts, "collate") or call_place(facts, "DataLoader", option="collate_fn"),
    )


LOOK = Look(
    name="rows-mixed-in-batch",
    needs=("source",),
    find=find,
    title=N_("The collator gives rows the labels of others"),
    why=N_(
        "In the first batches, {changed} of {rows} rows have another label than the example that they were made of. So the collator has changed the order of one part of the batch, and not of the other."
    ),
    change=N_("Sort or select whole examples, and take inputs and labels apart only after that."),
    terms=(
        "collator",
        "label",
        "batch",
    ),
)
