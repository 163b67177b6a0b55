"""The model has an output for each place, and one label for each example."""

from __future__ import annotations

from course.diagnosis.facts import Facts, LossCall
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import by_message
from course.i18n import N_

REFUSED = by_message(r"must have rank \(ndim\) `target\.ndim - 1`")
OF_NUMBERS = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
"""The losses that take outputs and targets of any two shapes that can be broadcast."""


def find(facts: Facts) -> Found | None:
    if facts.crash is not None:
        return REFUSED(facts)
    for call in facts.loss_calls:
        if call.name in OF_NUMBERS and of_every_place(call):
            return Found(
                "likely",
                {},
                [
                    (N_("shape of the outputs"), str(call.outputs.shape)),
                    (N_("shape of the targets"), str(call.targets.shape)),
                ],
                call_place(facts, "LSTM", "GRU", "SimpleRNN", "Dense", "Linear", option="return_sequences"),
            )
    return None


def of_every_place(call: LossCall) -> bool:
    """Whether the outputs have an axis that the targets lack, whichever axes of length 1 are taken away."""
    outputs, targets = ([each for each in values.shape[1:] if each != 1] for values in (call.outputs, call.targets))
    return len(call.outputs.shape) > 2 and len(outputs) == len(targets) + 1


LOOK = Look(
    name="outputs-of-every-place",
    needs=(),
    find=find,
    title=N_("The outputs have more axes than the labels"),
    why=N_(
        "The model returns something for each pixel or each token, and there is one label for each example. A layer that reduces the axes is missing before the last one, or a recurrent layer returns its outputs for the whole sequence."
    ),
    change=N_(
        "Put `Flatten()` or a global pooling before the last layer, or leave out `return_sequences=True` of the last recurrent layer."
    ),
    terms=("layer", "shape", "label"),
    raises=True,
)
