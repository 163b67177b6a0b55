"""The attention mask hides the text."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    hidden = facts.batch.hidden
    ids = facts.batch.inputs.get("input_ids")
    if not hidden or ids is None or hidden < 0.05 * math.prod(ids.shape):
        return None
    return Found(
        "likely",
        {"hidden": hidden},
        [
            (N_("tokens of the batch"), math.prod(ids.shape)),
            (N_("tokens of the text with a mask of 0"), hidden),
            (N_("inputs of the model"), ", ".join(facts.batch.inputs)),
        ],
        None,
    )


LOOK = Look(
    name="text-hidden",
    needs=("batch",),
    find=find,
    title=N_("The attention mask hides the text"),
    why=N_(
        "{hidden} tokens that are no padding have a mask of 0, so the model does not read them. Often two inputs were passed in the wrong order."
    ),
    change=N_("Pass the inputs by name: `model(input_ids=…, attention_mask=…)`, or `model(**batch)`."),
    terms=(
        "attention mask",
        "argument",
    ),
)
