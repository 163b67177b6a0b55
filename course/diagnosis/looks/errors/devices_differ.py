"""Tensors that are to be computed with each other are on different devices."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="devices-differ",
    needs=("crash",),
    find=by_message(
        r"[Ee]xpected all tensors to be on the same device|not at the same device|Placeholder storage has not been allocated|is not on the expected device|[Oo]n cpu,? but expected|on CPU,? but expected|should be either on cpu or on the same device|Expected object of device type|Input type \(torch\.cuda\.\w+\) and \w+ type \(torch\.(?!cuda)|Input type \(torch\.(?!cuda)\w+\) and \w+ type \(torch\.cuda"
    ),
    title=N_("Tensors that are to be computed with each other are on different devices"),
    why=N_(
        "PyTorch computes only with tensors on the same device. In this line, one is on the GPU and another on the CPU. What often stays behind: a batch or its labels, the class weights of a loss, a state or a mask that the model makes itself, and in the evaluation, labels that are compared with predictions."
    ),
    change=N_(
        "Bring both to the same device, and keep what `to` returns: `batch = batch.to(device)`. Only `model.to(device)` moves the model itself. Make new tensors in `forward` where the input is: `torch.zeros(…, device=x.device)`."
    ),
    terms=(
        "device",
        "tensor",
        "batch",
    ),
)
