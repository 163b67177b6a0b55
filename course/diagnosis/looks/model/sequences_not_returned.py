"""A recurrent layer before another one returns its last output alone."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"expected ndim=3, found ndim=2")
    if found is None:
        return None
    for call in calls(facts, "LSTM", "GRU", "SimpleRNN"):
        if not any(keyword.arg == "return_sequences" for keyword in call.keywords):
            return Found(
                "likely",
                {"layer": f"`{called(call)}`"},
                [(N_("error message"), found.string[:160])],
                place_of(facts, call),
            )
    return None


LOOK = Look(
    name="sequences-not-returned",
    needs=("crash",),
    find=find,
    title=N_("A recurrent layer returns only its last output, and the next layer needs all of them"),
    why=N_(
        "{layer} returns one row for each example, the output of its last step. The layer after it reads sequences: it needs the outputs of all steps."
    ),
    change=N_("Give every recurrent layer but the last one `return_sequences=True`."),
    terms=("layer", "shape"),
)
