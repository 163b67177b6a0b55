"""Tensors of different lengths are put together."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="lengths-differ",
    needs=("crash",),
    find=by_message(
        r"Sizes of tensors must match except in dimension|input array dimensions except for the concatenation axis must match|ConcatOp : Dimension|Shapes of all inputs must match|All dimensions except \d+ must match",
        "likely",
    ),
    title=N_("Tensors of different lengths are put together"),
    why=N_(
        "Each batch is padded to the length of its own longest row. So the results of two batches have different lengths, and cannot become one tensor."
    ),
    change=N_(
        'Work out the metric batch by batch, or bring the results to one length before: `accelerator.pad_across_processes`, or `padding="max_length"` for the tokenizer.'
    ),
    terms=(
        "dynamic padding",
        "batch",
        "tensor",
    ),
    last=True,
)
