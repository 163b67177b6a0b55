"""A metric of 🤗 Evaluate gets values of another kind."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="metric-of-other-type",
    needs=("crash",),
    find=by_message(r"Predictions and/or references don't match the expected format"),
    title=N_("The metric gets values of another kind"),
    why=N_(
        "Metrics of 🤗 Evaluate say which kind of values they take, such as class numbers, texts, or lists of texts. The message shows what was expected and what came."
    ),
    change=N_(
        "Turn logits into classes with `argmax`, decode token ids into texts, and give each text its references as a list where the metric takes several."
    ),
    terms=("metric", "prediction"),
)
