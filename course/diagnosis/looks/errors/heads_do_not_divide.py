"""The width of an attention layer is no multiple of its heads."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="heads-do-not-divide",
    needs=("crash",),
    find=by_message(
        r"embed_dim must be divisible by num_heads"
        r"|hidden size \(\d+\) is not a multiple of the number of attention heads"
    ),
    title=N_("The width of the attention layer cannot be divided among its heads"),
    why=N_("Each head gets the same part of the width."),
    change=N_("Choose a width that is a multiple of the number of heads, such as 64 with 4 heads."),
    terms=("layer", "hyperparameter"),
)
