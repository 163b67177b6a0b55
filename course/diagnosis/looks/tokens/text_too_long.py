"""A text has more tokens than the model has positions for."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

NOT_IN = r"= (\d+) is not in \[0, (\d+)\)"
"""How TensorFlow says that a row of an embedding was asked for that it does not have."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    longest = facts.model.longest if facts.model is not None else None
    lengths = [
        values.shape[1]
        for name, values in (facts.batch.inputs if facts.batch is not None else {}).items()
        if name == "input_ids" and len(values.shape) == 2
    ]
    if facts.crash.positions and facts.crash.rows is not None:
        length, longest = (facts.crash.most or 0) + 1, facts.crash.rows
    elif longest is not None and lengths and lengths[0] > longest and "size" in facts.crash.message:
        length = lengths[0]
    elif (found := said(facts, NOT_IN)) and lengths and int(found[1]) < lengths[0] > int(found[2]):
        # TensorFlow: a position, and the number of positions
        length, longest = lengths[0], int(found[2])
    else:
        return None
    return Found(
        "certain",
        {"length": length, "longest": longest},
        [(N_("tokens of the batch"), length), (N_("positions of the model"), longest)],
        call_place(facts, "tokenizer", "tokenize") or crash_place(facts),
    )


LOOK = Look(
    name="text-too-long",
    needs=("crash",),
    find=find,
    title=N_("A text has more tokens than the model has positions for"),
    why=N_(
        "The batch has {length} tokens in a row, and the model has positions for {longest}. The tokenizer did not cut the longer texts."
    ),
    change=N_(
        "Call the tokenizer with `truncation=True`, and with `max_length` if the tokenizer does not know the greatest length of your model."
    ),
    cases=("sizes-must-match",),
    terms=("truncation", "token"),
)
