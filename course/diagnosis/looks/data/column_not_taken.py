"""The batch has a column that the model does not take."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None and facts.batch is not None
    found = said(facts, r"(?:forward|call)\(\) got an unexpected keyword argument '(\w+)'")
    if found is None or found.group(1) not in facts.batch.inputs:
        return None
    return Found(
        "certain",
        {"name": found.group(1), "model": facts.model.name if facts.model is not None else "?"},
        [(N_("error message"), found.string[:160]), (N_("keys of the batch"), ", ".join(facts.batch.inputs))],
        crash_place(facts),
    )


LOOK = Look(
    name="column-not-taken",
    needs=(
        "crash",
        "batch",
    ),
    find=find,
    title=N_("The batch has a column that the model does not take"),
    why=N_(
        "The batch goes to the model as a whole, with every column that it has. `{model}` has no parameter `{name}`."
    ),
    change=N_(
        "Remove the column before the batches are made (`remove_columns`), or give it the name that the model expects."
    ),
    terms=(
        "column",
        "batch",
    ),
)
