"""The lengths of sequences that are to be packed are on the GPU."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="lengths-on-gpu",
    needs=("crash",),
    find=by_message(r"'lengths' argument should be a 1D CPU int64 tensor"),
    title=N_("The lengths of the sequences that are to be packed are on the GPU"),
    why=N_("`pack_padded_sequence` takes the sequences on any device, and their lengths as whole numbers on the CPU."),
    change=N_("Leave the lengths on the CPU, or write `pack_padded_sequence(x, lengths.cpu(), …)`."),
    terms=("device", "padding", "tensor"),
)
