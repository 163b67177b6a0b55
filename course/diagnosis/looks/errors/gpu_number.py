"""The program asks for a GPU by a number that this machine does not have."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="gpu-number",
    needs=("crash",),
    find=by_message(r"invalid device ordinal|Invalid device id|device_count\(\) is [1-9]"),
    title=N_("The program asks for a GPU by a number that this machine does not have"),
    why=N_(
        "GPUs are counted from 0, so the only GPU of a machine is `cuda:0`. The program, or a checkpoint that it loads, names one with a higher number. `CUDA_VISIBLE_DEVICES` may hide some, and counts the others anew."
    ),
    change=N_(
        'Write `"cuda"` without a number, which is the first GPU. Load a checkpoint that was saved on another GPU with `torch.load(…, map_location=device)`.'
    ),
    terms=("device",),
)
