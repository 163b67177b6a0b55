"""The loss compares each output with each label."""

from __future__ import annotations

from course.diagnosis.facts import BROADCAST, Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.errors import outputs_of_every_place
from course.i18n import N_

PAIRED = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", BROADCAST)


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        outputs, targets = call.outputs.shape, call.targets.shape
        if (
            call.name not in PAIRED
            or outputs == targets
            or not outputs
            or not targets
            or made_for_pairs(outputs, targets)
            or outputs_of_every_place.of_every_place(call)
        ):
            continue
        # where the program makes the loss itself, or both have as many axes, it may be meant
        meant = call.name == BROADCAST or len(outputs) == len(targets)
        return Found(
            "likely" if meant else "certain",
            {"outputs": str(outputs), "targets": str(targets)},
            [(N_("shape of the outputs"), str(outputs)), (N_("shape of the targets"), str(targets))],
            call_place(facts, call.name, "MSELoss", "L1Loss"),
        )
    return None


def made_for_pairs(outputs: tuple[int, ...], targets: tuple[int, ...]) -> bool:
    """Whether each has an axis of its own, of which the other has 1, as for the distances of all pairs."""
    axes = [*zip(outputs, targets, strict=True)] if len(outputs) == len(targets) else []
    return any(one == 1 < other for one, other in axes) and any(other == 1 < one for one, other in axes)


LOOK = Look(
    name="loss-of-every-pair",
    needs=("loss_calls",),
    find=find,
    title=N_("The loss compares each output with each label"),
    why=N_(
        "The outputs have the shape {outputs}, and the labels have the shape {targets}. PyTorch broadcasts them to one common shape, so each output is compared with the labels of all examples, and the model learns the same number for all."
    ),
    change=N_("Bring both to one shape, for example with `outputs.squeeze(-1)`."),
    cases=("same-price-for-all",),
    terms=("shape", "loss"),
)
