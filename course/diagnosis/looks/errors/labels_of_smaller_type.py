"""The numbers of the classes have a type that the loss does not take."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="labels-of-smaller-type",
    needs=("crash",),
    find=by_message(r"\"(?:nll_loss|cross_entropy)\w*\" not implemented for '(?P<kind>\w+)'"),
    title=N_("The class numbers have a type that the loss does not take"),
    why=N_(
        "The cross-entropy takes class numbers as `int64`, which PyTorch calls `Long`. Here they, or the outputs, are `{kind}`."
    ),
    change=N_("Convert the labels with `labels.long()`, and leave the outputs of the model as floating-point numbers."),
    terms=("dtype", "label", "cross-entropy"),
)
