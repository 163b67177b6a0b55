"""The loss gets logits in place of log-probabilities."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.name == "nll_loss" and call.own and call.outputs.most is not None and call.outputs.most > 1e-4:
            return Found(
                "certain",
                {"most": call.outputs.most},
                [
                    (N_("greatest input of the loss"), round(call.outputs.most, 3)),
                    (N_("smallest input of the loss"), round(call.outputs.least or 0, 3)),
                ],
                call_place(facts, "NLLLoss", "nll_loss"),
            )
    return None


LOOK = Look(
    name="log-missing",
    needs=("loss_calls",),
    find=find,
    title=N_("The loss gets logits in place of log-probabilities"),
    why=N_(
        "`NLLLoss` expects log-probabilities, which are never above 0. Here its greatest input is {most:.3g}. So the loss can fall below 0 without end, and the model does not learn what it should."
    ),
    change=N_("Use `CrossEntropyLoss`, which takes logits, or apply `log_softmax(dim=-1)` first."),
    cases=("loss-below-zero",),
    terms=("loss function", "logits", "probability"),
)
