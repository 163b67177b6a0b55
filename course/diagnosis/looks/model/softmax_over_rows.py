"""Softmax adds up to 1 over the rows of a batch."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        shape = call.outputs.shape
        # a square of similarities has a softmax along each of its axes
        square = len(shape) == 2 and shape[0] == shape[1]
        if (
            call.own
            and call.axis == 0
            and len(shape) == 2
            and min(shape) > 1
            and not square
            and call.targets.shape[:1] == shape[:1]
        ):
            return Found(
                "certain",
                {"rows": shape[0]},
                [(N_("shape of the outputs"), str(shape)), (N_("axis of the softmax"), 0)],
                call_place(facts, "Softmax", "LogSoftmax", "softmax", "log_softmax"),
            )
    return None


LOOK = Look(
    name="softmax-over-rows",
    needs=("loss_calls",),
    find=find,
    title=N_("Softmax runs over the rows of the batch, and not over the classes"),
    why=N_(
        "The softmax has the axis 0, that of the batch. So the {rows} rows of a batch share one probability for each class, and the answer to one row depends on which others are in its batch."
    ),
    change=N_("Use `dim=-1`, the axis of the classes. If the loss is `CrossEntropyLoss`, leave the softmax out."),
    terms=("softmax", "batch", "probability"),
)
