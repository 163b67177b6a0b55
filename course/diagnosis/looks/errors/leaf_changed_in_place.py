"""A parameter is changed in place while PyTorch records what is done with it."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="leaf-changed-in-place",
    needs=("crash",),
    find=by_message(r"a leaf Variable that requires grad|a view of a leaf Variable that requires grad"),
    title=N_("A parameter is changed in place while gradients are recorded"),
    why=N_(
        "PyTorch records what is done with parameters, and with other tensors that were made with `requires_grad=True`, for the backward pass. They cannot be changed in place meanwhile, neither by `-=` nor by an assignment to a part of it."
    ),
    change=N_("Put the change into `with torch.no_grad():`, or let an optimizer make it."),
    terms=("parameter", "gradient", "computation graph"),
)
