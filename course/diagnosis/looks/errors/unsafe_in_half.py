"""The loss takes probabilities, which is refused under `autocast`."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="unsafe-in-half",
    needs=("crash",),
    find=by_message(r"unsafe to autocast"),
    title=N_("The loss takes probabilities, which `torch.autocast` refuses"),
    why=N_(
        "In half precision, a probability is easily rounded to 0 or 1, and its logarithm is then infinite. So PyTorch refuses `binary_cross_entropy` and `BCELoss` under `torch.autocast`."
    ),
    change=N_(
        "Leave out the sigmoid at the end of the model, and use `BCEWithLogitsLoss`, which takes logits; for predictions, call `torch.sigmoid` on the logits."
    ),
    terms=("mixed precision", "logits", "loss function"),
)
