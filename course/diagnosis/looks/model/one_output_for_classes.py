"""The model does regression, but the labels are classes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    for call in facts.loss_calls:
        targets = call.targets
        if (
            call.name == "mse_loss"
            and facts.model.outputs == 1
            and targets.whole
            and targets.least == 0
            and (targets.distinct or 0) >= 2
            and (targets.most or 0) < 1.5 * (targets.distinct or 0)
        ):
            return Found(
                "likely",
                {"distinct": targets.distinct},
                [
                    (N_("outputs of the model"), 1),
                    (N_("different labels in a batch"), targets.distinct),
                    (N_("labels"), str(targets.first)),
                ],
                model_place(facts),
            )
    return None


LOOK = Look(
    name="one-output-for-classes",
    needs=("model", "loss_calls"),
    find=find,
    title=N_("The model does regression, but the labels are classes"),
    why=N_(
        "The model has one output, so 🤗 Transformers computes the mean squared error. But the labels are whole numbers, {distinct} different ones in a batch: they look like classes."
    ),
    change=N_("If the labels are classes, load the model with `num_labels` set to their number."),
    cases=("always-the-first-desk",),
    terms=("regression", "classification", "number of labels"),
)
