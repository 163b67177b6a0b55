"""An array that was turned round is to become a tensor."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="array-backwards",
    needs=("crash",),
    find=by_message(r"stride in the given numpy array is negative|negative strides"),
    title=N_("An array that was turned round is to become a tensor"),
    why=N_("`array[::-1]` and `np.flip` only read the numbers backwards, which PyTorch cannot do."),
    change=N_("Copy it first: `np.ascontiguousarray(array)` or `array[::-1].copy()`."),
    terms=("tensor",),
)
