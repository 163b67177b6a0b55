"""The positions of the answer do not reach a model for question answering."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

WANTED = ("start_positions", "end_positions")


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None and facts.model is not None
    inputs = facts.batch.inputs if facts.batch is not None else {}
    missing = [name for name in WANTED if name not in inputs]
    if "did not return a loss" not in facts.crash.message or not inputs or not missing:
        return None
    if not {*WANTED} <= {*facts.model.takes} or "labels" in facts.model.takes:
        return None
    removed = facts.data.removed if facts.data is not None else ()
    return Found(
        "certain",
        {"columns": ", ".join(removed) or "—"},
        [(N_("inputs of the model"), ", ".join(inputs)), (N_("columns that were removed"), ", ".join(removed) or "—")],
        crash_place(facts),
    )


LOOK = Look(
    name="answers-missing",
    needs=("crash", "model"),
    find=find,
    title=N_("The positions of the answers do not reach the model"),
    why=N_(
        "A model for question answering computes a loss only if it gets `start_positions` and `end_positions`, for each row the positions of the first and of the last token of the answer. The first batch does not have both. The Trainer removes every column whose name the model does not know; removed here: {columns}."
    ),
    change=N_(
        "Name the two columns `start_positions` and `end_positions`. If there are none yet, compute them when you tokenize, from `offset_mapping`."
    ),
    cases=("no-loss",),
    terms=("label", "column", "Trainer"),
)
