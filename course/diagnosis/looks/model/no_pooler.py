"""The outputs of a model are asked for a vector of the whole text, which it does not make."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

SECOND = re.compile(r"(\w+)\[1\]")
"""The second part of some outputs, by its number."""


def find(facts: Facts) -> Found | None:
    crash = facts.crash
    assert crash is not None
    rows: list[tuple[str, object]] = [(N_("error message"), crash.message[:160])]
    if said(facts, r"'\w*BaseModelOutput\w*' object has no attribute 'pooler_output'") is not None:
        return Found("certain", {}, rows, crash_place(facts))
    asked = SECOND.search(crash.places[-1].code) if crash.places else None
    if asked is None or said(facts, r"tuple index out of range") is None:
        return None
    outputs = crash.live.get(asked[1], "")
    if not outputs.startswith("last_hidden_state:") or "pooler_output" in outputs:
        return None
    return Found("certain", {}, [*rows, (f"`{asked[1]}`", outputs)], crash_place(facts))


LOOK = Look(
    name="no-pooler",
    needs=("crash",),
    find=find,
    title=N_("The model makes no vector of the whole text"),
    why=N_(
        "`pooler_output`, the second part of the outputs, comes from a layer that only some models have, such as BERT and RoBERTa. DistilBERT and many others return a vector for each token, `last_hidden_state`, and no more."
    ),
    change=N_(
        "Take the vector of the first token, `outputs.last_hidden_state[:, 0]`, or the mean of those that the attention mask keeps."
    ),
    terms=("token", "attention mask"),
)
