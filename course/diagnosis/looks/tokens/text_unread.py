"""A text of each example never reaches the model."""

from __future__ import annotations

from collections import Counter

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    # where most texts are cut, what is missing may have been at their end
    if not facts.data.unread or (facts.data.cut or 0.0) >= 0.5:
        return None
    # of columns with other names, one may be left out on purpose, as a note that tells the label
    stems = Counter(name.rstrip("0123456789") for name in facts.data.columns)
    numbered = any(stems[name.rstrip("0123456789")] > 1 for name in facts.data.unread)
    return Found(
        "likely" if numbered else "possible",
        {"columns": ", ".join(facts.data.unread)},
        [
            (N_("columns of which no token is in the batch"), ", ".join(facts.data.unread)),
            (N_("columns of the training set"), ", ".join(facts.data.columns)),
        ],
        call_place(facts, "tokenizer", "map"),
    )


LOOK = Look(
    name="text-unread",
    needs=("data",),
    find=find,
    title=N_("A text of each example never reaches the model"),
    why=N_(
        "The examples have several texts. The token ids hold one of them, but nothing of: {columns}. If the label depends on both, it cannot be learned."
    ),
    change=N_('Give the tokenizer both texts: `tokenizer(examples["first"], examples["second"], truncation=True)`.'),
    terms=(
        "tokenizer",
        "column",
    ),
)
