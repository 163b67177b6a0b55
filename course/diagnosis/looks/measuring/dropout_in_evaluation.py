"""The evaluation runs in training mode."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, calls
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    own, loaded = (facts.training.dropout_used, facts.training.measured), facts.training.loaded_dropout
    if any(calls(facts, "std", "var", "std_mean", "var_mean")):
        # who asks how far several answers lie apart wants them to differ
        loaded = (0, 0)
    used, measured = next((pair for pair in (own, loaded) if pair[1] > 1 and pair[0] >= pair[1]), (0, 0))
    if not used:
        return None
    return Found(
        "likely",
        {"used": used},
        [(N_("forward passes without gradients"), measured), (N_("of them in training mode"), used)],
        call_place(facts, "no_grad", "inference_mode"),
    )


LOOK = Look(
    name="dropout-in-evaluation",
    needs=("training",),
    find=find,
    title=N_("The evaluation runs in training mode"),
    why=N_(
        "{used} forward passes without gradients were made in training mode. There dropout leaves out units at random, and BatchNorm takes the mean of the batch at hand. So the score is lower than the model deserves, and differs from run to run or with the batch size."
    ),
    change=N_("Call `model.eval()` before the evaluation, and `model.train()` before you train on."),
    terms=(
        "evaluation mode",
        "training mode",
        "dropout",
    ),
)
