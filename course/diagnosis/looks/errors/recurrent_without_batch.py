"""A recurrent layer gets inputs and a state of which only one has an axis for the batch."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="recurrent-without-batch",
    needs=("crash",),
    find=by_message(
        r"For (?:un)?batched \d-D input, hx(?: and cx)? should also be|For unbatched 2-D input"
        r"|For batched 3-D input"
    ),
    title=N_("A recurrent layer takes the batch for one sequence"),
    why=N_(
        "A recurrent layer of PyTorch takes two axes as one sequence without a batch, and three axes as a batch of sequences. The inputs and the state must agree in that."
    ),
    change=N_(
        "Print the shape of the inputs: a batch needs three axes, as (batch, length, features) with `batch_first=True`. `unsqueeze` adds a missing one."
    ),
    terms=("layer", "shape", "batch"),
)
