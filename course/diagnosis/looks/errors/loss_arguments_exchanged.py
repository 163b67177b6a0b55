"""A loss of PyTorch got the labels first."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="loss-arguments-exchanged",
    needs=("crash",),
    find=by_message(r'"log_softmax\w*" not implemented for \'(?:Long|Int)\''),
    title=N_("The loss got the labels first, and the outputs second"),
    why=N_(
        "PyTorch's losses take the outputs of the model first and the labels second. Here the whole numbers of the labels were to be turned into probabilities."
    ),
    change=N_("Exchange the two: `loss_function(logits, labels)`."),
    terms=("loss function", "label", "logits"),
)
