"""PyTorch reads only weights from a file, and not whole objects."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="weights-only",
    needs=("crash",),
    find=by_message(r"Weights only load failed"),
    title=N_("The file holds more than weights"),
    why=N_(
        "Since version 2.6, `torch.load` by default reads tensors only, because a file with other objects can run any code. This file has a whole model or another object in it."
    ),
    change=N_(
        "Save the weights alone: `torch.save(model.state_dict(), path)`, and load them with `load_state_dict`. If you wrote the file yourself, `torch.load(path, weights_only=False)` reads it."
    ),
    terms=(
        "checkpoint",
        "weight",
    ),
)
