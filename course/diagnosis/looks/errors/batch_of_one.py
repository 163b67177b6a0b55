"""A layer that normalizes over the batch gets a single example."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="batch-of-one",
    needs=("crash",),
    find=by_message(r"Expected more than 1 value per channel when training"),
    title=N_("BatchNorm gets a batch of one example"),
    why=N_(
        "In training, BatchNorm computes mean and standard deviation over the examples of a batch. Of one example there is no standard deviation. Often it is the last batch of an epoch that has one example only."
    ),
    change=N_(
        "Leave out a last batch that is not full, with `drop_last=True`, or choose another batch size. If you measure, call `model.eval()` before."
    ),
    terms=(
        "batch",
        "batch size",
        "evaluation mode",
    ),
)
