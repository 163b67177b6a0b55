"""The labels of the regression are not scaled."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SMALL = 5
"""What an untrained model may return."""
FALLEN = 0.5
"""A loss that has fallen to this share of the first one is that of a model which comes near such labels all the same."""


def find(facts: Facts) -> Found | None:
    losses = facts.training.losses if facts.training is not None else ()
    if len(losses) >= 10 and sum(losses[-5:]) / 5 < FALLEN * losses[0]:
        return None
    for call in facts.loss_calls:
        usual = sorted(abs(each) for each in call.targets.first if isinstance(each, int | float))
        if call.name != "mse_loss" and usual and usual[len(usual) // 2] < SMALL:
            # a few far too great ones are what such a loss is for
            continue
        if (
            call.name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
            and (call.targets.most or 0) > 50
            and (call.outputs.most or 0) < SMALL
        ):
            return Found(
                "likely",
                {"most": call.targets.most},
                [
                    (N_("greatest label"), call.targets.most),
                    (N_("greatest output"), round(call.outputs.most or 0, 3)),
                    (
                        N_("first loss"),
                        round(facts.training.losses[0], 1) if facts.training and facts.training.losses else "?",
                    ),
                ],
                call_place(facts, "map", "rename_column"),
            )
    return None


LOOK = Look(
    name="targets-not-scaled",
    needs=("loss_calls",),
    find=find,
    title=N_("The labels of the regression are not scaled"),
    why=N_(
        "The labels go up to {most:g}, and the outputs of an untrained model are near 0. With small learning rates the model needs very many steps to come near such numbers."
    ),
    change=N_(
        "Divide the labels by a constant, or subtract their mean and divide by their standard deviation; undo it for the predictions."
    ),
    cases=("loss-in-the-thousands",),
    terms=("regression", "label"),
)
