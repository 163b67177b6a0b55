"""The model and the batch are on two devices."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="devices-differ",
    needs=("crash",),
    find=by_message(
        r"Expected all tensors to be on the same device|is on cpu, but expected .{0,40} on|Input type .{0,40}cuda.{0,60}should be the same"
    ),
    title=N_("The model and the batch are on two devices"),
    why=N_(
        "PyTorch computes only with tensors on the same device. The weights of the model are on one, and the batch is on another."
    ),
    change=N_("Move both to the same device: `model.to(device)`, and each tensor of the batch with `.to(device)`."),
    terms=(
        "device",
        "tensor",
        "batch",
    ),
)
