"""The examples of a batch have different shapes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="shapes-differ-in-batch",
    needs=("crash",),
    find=by_message(
        r"(?:stack expects each tensor to be equal size, but got|First element had shape) \[(?P<first>[\d, ]*)\]"
        r" (?:at entry \d+ and|and element \d+ had shape) \[(?P<second>[\d, ]*)\]"
    ),
    title=N_("The examples of a batch have different shapes"),
    why=N_(
        "The loader stacks the examples of a batch into one tensor, so they must all have the same shape. Here one has the shape ({first}), and another one ({second})."
    ),
    change=N_(
        "Give the `DataLoader` a `collate_fn` that pads, for example with `torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)`. Images have to be resized or cropped to one size in the data set."
    ),
    read="ch8 ragged-batch",
    terms=("padding", "collator", "batch", "shape"),
    last=True,
)
