"""A layer of PyTorch takes the rows of a batch for the positions in a text."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

MAKERS = ("LSTM", "GRU", "RNN", "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer")


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if facts.model.steps_first is None:
        return None
    kind, shape = facts.model.steps_first
    # one label for each row tells which axis has the rows
    labels = {call.targets.shape[0] for call in facts.loss_calls if len(call.targets.shape) == 1}
    given = facts.batch.inputs.values() if facts.batch is not None else ()
    if shape[1] == 1 and (len(labels) > 2 or any(each.shape == shape[:1] for each in given)):
        # one sentence at a time, with a label for each token
        return None
    if shape[0] == shape[1]:
        # only what the program does with the outputs tells; who exchanges axes knows about them
        reads_last = (
            "[:, -1" in facts.source
            and re.search(r"\b(?:permute|transpose|swapaxes|rearrange|movedim)\(|\.m?T\b", facts.source) is None
        )
        if not reads_last or shape[0] not in labels:
            return None
    elif shape[0] not in labels or shape[1] in labels:
        return None
    return Found(
        "likely",
        {"kind": kind, "rows": shape[0], "steps": shape[1]},
        [
            (N_("shape of the layer's input"), shape),
            (N_("labels in a batch"), shape[0]),
            ("`batch_first`", "False"),
        ],
        call_place(facts, kind, *MAKERS),
    )


LOOK = Look(
    name="batch-on-second-axis",
    needs=("model", "loss_calls"),
    find=find,
    title=N_("The layer takes the rows of a batch for the positions in a text"),
    why=N_(
        "Unless it is told otherwise, `{kind}` expects the positions in the text on the first axis and the rows of the batch on the second. Here the {rows} rows stand on the first. So the layer reads from one row to the next instead of from one token to the next: each row is mixed with others, and its own {steps} tokens never meet."
    ),
    change=N_("Make the layer with `batch_first=True`."),
    terms=("batch", "shape"),
)
