"""Single numbers are joined like rows."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="numbers-joined",
    needs=("crash",),
    find=by_message(r"zero-dimensional tensor .*cannot be concatenated|zero-dimensional arrays cannot be concatenated"),
    title=N_("Single numbers are joined like rows"),
    why=N_("`cat` joins tensors along an axis that they have. A tensor with one number, such as a loss, has none."),
    change=N_("Use `torch.stack` for single numbers, or `torch.tensor([…])` for Python numbers."),
    terms=(
        "tensor",
        "shape",
    ),
    last=True,
)
