"""A metric that ranks scores gets decisions."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.ranked is None:
        return None
    name, rows, distinct = facts.ranked
    return Found(
        "likely",
        {"name": name, "rows": rows, "distinct": distinct},
        [(N_("rows"), rows), (N_("different scores among them"), distinct)],
        call_place(facts, name),
    )


LOOK = Look(
    name="decisions-ranked",
    needs=(),
    find=find,
    title=N_("The metric gets decisions in place of scores"),
    why=N_(
        "`{name}` asks whether examples with the label 1 have higher scores than the others. It got {distinct} different scores for {rows} rows: these are classes that were already decided on. So it measures one threshold only, and its value is not the area that its name promises."
    ),
    change=N_("Give it the probabilities of the label 1, or the logits, from before the threshold or the `argmax`."),
    terms=("metric", "probability", "logits"),
)
