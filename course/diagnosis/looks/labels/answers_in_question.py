"""The positions of some answers lie in the first of two texts, which is the question."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    if not facts.batch.answers_first:
        return None
    ids = facts.batch.inputs.get("input_ids")
    return Found(
        "likely",
        {"count": facts.batch.answers_first},
        [
            (N_("rows of the first batch"), ids.shape[0] if ids is not None else "?"),
            (N_("rows whose answer begins in the first text"), facts.batch.answers_first),
        ],
        call_place(facts, "char_to_token"),
    )


LOOK = Look(
    name="answers-in-question",
    needs=("batch",),
    find=find,
    title=N_("The answers of some rows are marked in the question"),
    why=N_(
        "The tokenizer gets two texts. In {count} rows of the first batch, the answer begins in the first one, and in other rows in the second. `offset_mapping` counts the characters of each text from 0, so the same characters are found in the question, too."
    ),
    change=N_("Look only at the tokens of the second text: those where `sequence_ids(i)` gives 1."),
    terms=("tokenizer", "token", "label"),
)
