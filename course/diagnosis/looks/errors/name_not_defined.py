"""A name has no meaning yet."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="name-not-defined",
    needs=("crash",),
    find=by_message(
        r"name '(?P<name>\w+)' is not defined|cannot access local variable '(?P<local>\w+)'|local variable '(?P<older>\w+)' referenced before"
    ),
    title=N_("A name is used that nothing has defined"),
    why=N_("The program uses a name before it was given a value, or without the import that it comes from."),
    change=N_(
        "Define it further up, or import it, such as `import numpy as np`, `from torch import nn` or `import torch.nn.functional as F`. In a notebook, run the cell that defines it again."
    ),
    terms=("exception",),
    last=True,
)
