"""The training is to go on from a checkpoint, and there is none."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="no-checkpoint-yet",
    needs=("crash",),
    find=by_message(r"No valid checkpoint found in output directory|Can't find a valid checkpoint at"),
    title=N_("There is no checkpoint from which the training could go on"),
    why=N_(
        "`resume_from_checkpoint` continues an earlier training from its last checkpoint. The directory holds none: nothing was trained there yet, or nothing was saved."
    ),
    change=N_(
        "Leave `resume_from_checkpoint` out of the first run. For later ones, name the directory of an earlier training, and let that save (`save_strategy`)."
    ),
    terms=("checkpoint", "Trainer"),
)
