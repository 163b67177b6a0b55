"""The training set has no token ids."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    asked = (
        "input_ids or inputs_embeds" in message
        or "includes input_ids" in message
        or "corresponding input_ids" in message
    )
    columns = facts.data.columns if facts.data is not None else ()
    if not asked or "input_ids" in facts.crash.examples:
        return None
    if columns and "input_ids" in columns:
        return None
    return Found(
        "certain" if columns else "likely",
        {"columns": ", ".join(columns) or ", ".join(facts.crash.examples) or "—"},
        [
            (N_("columns of the training set"), ", ".join(columns) or "—"),
            (N_("keys of an example"), ", ".join(facts.crash.examples) or "—"),
        ],
        call_place(facts, "map") or crash_place(facts),
    )


LOOK = Look(
    name="no-token-ids",
    needs=("crash",),
    find=find,
    title=N_("The training set has no token ids"),
    why=N_(
        "The model needs `input_ids`, and the data set that is trained on does not have them. Its columns are: {columns}. Either the function that is given to `map` does not return what the tokenizer made, or the data set from before the tokenization is used."
    ),
    change=N_(
        "Print `column_names` of the data set that you train on. Return the tokenizer's result from the function that you give to `map`, and use the data set that `map` returns: it does not change the old one."
    ),
    read="ch8 raw-dataset",
    cases=("no-input-ids",),
    terms=("token id", "tokenizer", "data set"),
)
