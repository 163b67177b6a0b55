"""A large part of the model gets no gradient."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.model is not None
    share = facts.training.unreached
    if facts.training.foreign and facts.training.left_out:
        # these are the weights of another model
        return None
    if not facts.training.reached or share < 0.3:
        return None
    return Found(
        "likely",
        {"share": share},
        [
            (N_("share of the trainable weights without a gradient"), round(share, 2)),
            (N_("trainable weights"), facts.model.trainable),
        ],
        call_place(facts, "detach", "no_grad", "numpy"),
    )


LOOK = Look(
    name="part-not-reached",
    needs=(
        "training",
        "model",
    ),
    find=find,
    title=N_("A large part of the model gets no gradient"),
    why=N_(
        "When the optimizer is about to take its first step, {share:.0%} of the trainable weights have no gradient. Somewhere between them and the loss, the computation graph is cut."
    ),
    change=N_(
        "Look for `detach()`, `no_grad()` or `.numpy()` in the forward pass, and for a part of the model whose output is not used. If this part is not to be trained, freeze it."
    ),
    terms=(
        "gradient",
        "computation graph",
        "frozen weight",
    ),
)
