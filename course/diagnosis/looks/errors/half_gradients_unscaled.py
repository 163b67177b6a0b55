"""A GradScaler is used with weights in half precision."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="half-gradients-unscaled",
    needs=("crash",),
    find=by_message(r"Attempting to unscale FP16 gradients"),
    title=N_("A GradScaler is used with weights that are in half precision themselves"),
    why=N_(
        "A GradScaler multiplies the loss so that small gradients survive in half precision, and divides the gradients again before the step. For that the weights, and so their gradients, must be `float32`. Here they are `float16`."
    ),
    change=N_(
        "Load the model in `float32`, without `.half()` and without `dtype=torch.float16`; `fp16=True` or `torch.autocast` then computes in half precision by itself. To train with weights in half precision, use `bfloat16` and no GradScaler."
    ),
    terms=("mixed precision", "gradient", "dtype"),
)
