"""The targets are not shifted by one token."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if not facts.model.decoder:
        return None
    for call in facts.loss_calls:
        if call.own and call.same_place:
            return Found(
                "certain",
                {},
                [(N_("shape of the outputs"), str(call.outputs.shape)), (N_("labels"), str(call.targets.first))],
                call_place(
                    facts,
                    "cross_entropy",
                    "CrossEntropyLoss",
                    "sparse_softmax_cross_entropy_with_logits",
                    "SparseCategoricalCrossentropy",
                ),
            )
    return None


LOOK = Look(
    name="targets-not-shifted",
    needs=(
        "loss_calls",
        "model",
    ),
    find=find,
    title=N_("The targets are not shifted by one token"),
    why=N_(
        "The loss compares the output at each place with the token at the same place. A causal language model reads that token before it answers, so it learns to repeat its input instead of going on with it."
    ),
    change=N_(
        "Compare each output with the next token: `logits[:, :-1]` with `input_ids[:, 1:]`. Or pass `labels=input_ids` to the model, which shifts them itself."
    ),
    terms=(
        "target",
        "token",
        "logits",
    ),
)
