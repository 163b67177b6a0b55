"""NumPy does not know the type bfloat16."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="bfloat16-for-numpy",
    needs=("crash",),
    find=by_message(r"unsupported ScalarType BFloat16|BFloat16 is not supported|bfloat16.{0,30}numpy"),
    title=N_("NumPy does not know the type bfloat16"),
    why=N_("The model computes in bfloat16, a type that NumPy does not have."),
    change=N_("Convert the tensor first: `logits.float().cpu().numpy()`."),
    terms=("bfloat16", "dtype", "tensor"),
)
