"""The loss gets numbers above 0 where it expects logarithms of probabilities."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

LOSSES = {"nll_loss": "NLLLoss", "kl_div": "KLDivLoss", "ctc_loss": "CTCLoss"}
"""The functions of the losses that expect logarithms of probabilities, each with its class."""


def find(facts: Facts) -> Found | None:
    for name, least, most in calls(facts):
        if most > 1e-4:
            return Found(
                "certain",
                {"most": most, "loss": f"`{LOSSES[name]}`"},
                [
                    (N_("greatest input of the loss"), round(most, 3)),
                    (N_("smallest input of the loss"), round(least, 3)),
                ],
                call_place(facts, LOSSES[name], name),
            )
    return None


def calls(facts: Facts) -> list[tuple[str, float, float]]:
    """The losses that expect logarithms, with the smallest and the greatest number that each of them got."""
    found = [
        (call.name, call.outputs.least or 0.0, call.outputs.most)
        for call in facts.loss_calls
        # the cross-entropy may be made of its two parts
        if call.name == "nll_loss" and "logsumexp" not in facts.source and call.own and call.outputs.most is not None
    ]
    return found + ([facts.layers.not_logs] if facts.layers is not None and facts.layers.not_logs else [])


LOOK = Look(
    name="log-missing",
    needs=(),
    find=find,
    title=N_("The loss gets logits or probabilities in place of log-probabilities"),
    why=N_(
        "{loss} expects log-probabilities, which are never above 0. Here its greatest input is {most:.3g}. So the loss can fall below 0, and the model does not learn what it should."
    ),
    change=N_(
        "Apply `log_softmax(dim=-1)` to the logits before you give them to this loss. For classes, `CrossEntropyLoss` takes the logits themselves."
    ),
    cases=("loss-below-zero",),
    terms=("loss function", "logits", "probability"),
)
