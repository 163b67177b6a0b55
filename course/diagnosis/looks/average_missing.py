"""A score for two classes is asked of more classes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Target is multi(?:class|label).{0,40} but average='binary'")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="average-missing",
    needs=("crash",),
    find=find,
    title=N_("A score for two classes is asked of more classes"),
    why=N_(
        "Precision, recall and F1 are computed for one class by default. Your labels have more than two classes, or an example can have several, so the function must know how to average."
    ),
    change=N_('Say which mean you want, such as `average="macro"`.'),
    terms=(
        "metric",
        "F1 score",
        "class",
    ),
)
