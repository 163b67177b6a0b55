"""An operation for floating-point numbers gets whole numbers."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="mean-of-whole-numbers",
    needs=("crash",),
    find=by_message(
        r"could not infer output dtype|only Tensors of floating point and complex dtype can require gradients"
        r"|\"(?!nll_loss|cross_entropy)\w+\" not implemented for '(?:Long|Int|Short|Byte|Char|Bool)'"
        r"|mean\(\): input dtype should be either floating point"
    ),
    title=N_("A computation for floating-point numbers gets whole numbers"),
    why=N_(
        "Means, softmax and gradients exist for floating-point numbers only. This tensor holds whole numbers or truth values."
    ),
    change=N_("Convert it first: `x.float()`."),
    terms=("dtype", "tensor"),
)
