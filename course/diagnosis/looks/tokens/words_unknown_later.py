"""After the training, the tokenizer does not know many of the words."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

FEW, MANY = 0.1, 0.3


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if facts.training.unknown is None:
        return None
    trained, later = facts.training.unknown
    if trained > FEW or later < MANY:
        return None
    return Found(
        "likely",
        {"trained": trained, "later": later},
        [
            (N_("share of unknown tokens in training"), round(trained, 2)),
            (N_("share of unknown tokens after the training"), round(later, 2)),
        ],
        call_place(facts, "generate", "predict", "no_grad", "inference_mode"),
    )


LOOK = Look(
    name="words-unknown-later",
    needs=("training", "tokenizer"),
    find=find,
    title=N_("After the training, the tokenizer does not know many of the words"),
    why=N_(
        "The token for unknown words made up {trained:.0%} of the tokens in training, and {later:.0%} of those after it. So the texts are now prepared in another way: for example in capital letters, not split, or for another tokenizer."
    ),
    change=N_("Do with each text what was done with the texts in training, in one function for both."),
    terms=("tokenizer", "special token"),
)
