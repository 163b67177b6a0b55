"""A tensor that still belongs to a computation graph is turned into an array."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="array-with-gradient",
    needs=("crash",),
    find=by_message(r"Can't call numpy\(\) on Tensor that requires grad"),
    title=N_("A tensor that still belongs to a computation graph is turned into an array"),
    why=N_(
        "NumPy cannot follow gradients, so PyTorch refuses to turn a tensor that requires a gradient into an array."
    ),
    change=N_("Evaluate inside `with torch.no_grad():`, or take `tensor.detach().cpu().numpy()`."),
    terms=(
        "tensor",
        "computation graph",
    ),
)
