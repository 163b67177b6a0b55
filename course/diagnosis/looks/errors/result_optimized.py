"""An optimizer gets a tensor that was computed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="result-optimized",
    needs=("crash",),
    find=by_message(r"can't optimize a non-leaf Tensor"),
    title=N_("The optimizer gets a tensor that was computed"),
    why=N_(
        "An optimizer changes parameters: tensors that were made, and not computed from others. `torch.randn(…, requires_grad=True) * 0.01` computes a new tensor from the one with gradients, and so can `.to(device)`."
    ),
    change=N_("Make the tensor completely first, and then set `requires_grad_()`, or wrap it in `nn.Parameter(…)`."),
    terms=("optimizer", "parameter", "tensor"),
)
