"""The Trainer removes a column that your code needs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None and facts.data is not None
    name = facts.crash.message.strip("'\"")
    if facts.crash.error != "KeyError" or name not in facts.data.removed:
        return None
    return Found(
        "certain",
        {"column": name},
        [
            (N_("columns of the training set"), ", ".join(facts.data.columns)),
            (N_("columns that the Trainer removes"), ", ".join(facts.data.removed)),
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="removed-column",
    needs=("crash", "data"),
    find=find,
    title=N_("The Trainer removes a column that your code needs"),
    why=N_(
        "Your code reads the column `{column}` of each example. It is in the training set, but the Trainer removes every column that the model does not take before it makes a batch."
    ),
    change=N_(
        "Set `remove_unused_columns=False` in `TrainingArguments`, and remove the columns that the model does not take yourself, or in your collator."
    ),
    cases=("key-text",),
    terms=("column", "Trainer", "collator"),
)
