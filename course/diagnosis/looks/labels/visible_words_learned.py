"""A masked language model learns the words that it sees."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

VISIBLE = 0.5
"""The share of the labels from which on the words that are left as they are, as some of those that were chosen, are too many."""


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None and facts.model is not None
    batch = facts.batch
    if not facts.model.fills_masks or not batch.masks or batch.visible_learned < VISIBLE:
        return None
    return Found(
        "likely",
        {"share": batch.visible_learned},
        [
            (N_("tokens that are masked"), batch.masks),
            (N_("share of the labels that are the token in their place"), round(batch.visible_learned, 3)),
        ],
        function_place(facts, "mask"),
    )


LOOK = Look(
    name="visible-words-learned",
    needs=("batch", "model"),
    find=find,
    title=N_("The loss counts words that are not masked"),
    why=N_(
        "Some tokens of the first batch are masked. But {share:.2f} of the labels, as a share, belong to tokens that the model can see. Copying them is easy, so the loss is low and says little about the words to be guessed."
    ),
    change=N_("Give every token that was not chosen the label `-100`, as `DataCollatorForLanguageModeling` does."),
    terms=("label", "loss", "token"),
)
