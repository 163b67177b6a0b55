"""A model is asked for something that is in the model that it wraps."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="wrapped-model",
    needs=("crash",),
    find=by_message(r"'(?:DataParallel|DistributedDataParallel)' object has no attribute '(?P<name>\w+)'"),
    title=N_("The model is wrapped, and `{name}` is in the model inside"),
    why=N_(
        "`DataParallel` and the like are modules around your model. They have its forward pass, and none of its other methods and attributes."
    ),
    change=N_("Write `model.module.{name}`, or with 🤗 Accelerate `accelerator.unwrap_model(model).{name}`."),
    terms=("distributed training", "class"),
)
