"""The texts that the model gets after the training do not begin as those that it was trained on."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.beginnings is None:
        return None
    trained, later, count = facts.training.beginnings
    return Found(
        "likely",
        {"trained": trained, "later": later, "count": count},
        [
            (N_("every text in training begins with"), f"`{trained}`"),
            (N_("a text after the training begins with"), f"`{later}`"),
            (N_("texts after the training that do not begin as in training"), count),
        ],
        call_place(facts, "generate", "predict", "no_grad", "inference_mode"),
    )


LOOK = Look(
    name="beginning-differs",
    needs=("training", "tokenizer"),
    find=find,
    title=N_("After the training, the texts are not prepared as in training"),
    why=N_(
        "Every text that the model was trained on begins with `{trained}`, and {count} of the texts that it got afterwards do not. The model learned to answer texts of the first form only."
    ),
    change=N_(
        "Prepare both in one function: the same prefix or template, the same special tokens, in the same order. Print the decoded inputs of both and compare them."
    ),
    terms=("special token", "tokenizer"),
)
