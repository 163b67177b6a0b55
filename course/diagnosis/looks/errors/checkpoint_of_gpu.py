"""A checkpoint that was saved on a GPU is loaded where there is none."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="checkpoint-of-gpu",
    needs=("crash",),
    find=by_message(r"[Aa]ttempting to deserialize object on (?:a )?CUDA device.{0,80}is_available\(\) is False"),
    title=N_("A checkpoint that was saved on a GPU is loaded where there is none"),
    why=N_(
        "`torch.save` notes for each tensor the device that it was on, and `torch.load` puts it back there. This machine has no GPU that PyTorch can use."
    ),
    change=N_('Say where the tensors are to go: `torch.load(path, map_location="cpu")`, or `map_location=device`.'),
    terms=("checkpoint", "device"),
)
