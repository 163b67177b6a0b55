"""A function of PyTorch gets arguments of other kinds."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="arguments-of-other-kinds",
    needs=("crash",),
    find=by_message(
        r"received an invalid combination of arguments"
        r"|argument 'tensors' \(position 1\) must be tuple of Tensors"
        r"|Cannot interpret 'torch\.\w+' as a data type|expected Tensor as first argument",
        "likely",
    ),
    title=N_("A function gets arguments of other kinds than it takes"),
    why=N_(
        "The message says what came, and what would have been right. `torch.cat` and `torch.stack` take a list of tensors; a name of a type or a shape may have come into the place of another argument."
    ),
    change=N_("Compare the kinds in the message with the documentation, and print the type of each argument."),
    terms=("argument", "tensor"),
    last=True,
)
