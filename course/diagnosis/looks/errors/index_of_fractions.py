"""Rows are chosen by floating-point numbers."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="index-of-fractions",
    needs=("crash",),
    find=by_message(
        r"tensors used as indices must be|arrays used as indices must be of integer"
        r"|slice indices must be integers"
    ),
    title=N_("Rows are chosen by numbers that are not whole"),
    why=N_(
        "Places are whole numbers. These are floating-point numbers, although they may look whole: a division with `/` returns such numbers."
    ),
    change=N_("Divide with `//`, or convert: `index.long()` with PyTorch, `astype(int)` with NumPy."),
    terms=("dtype", "tensor"),
)
