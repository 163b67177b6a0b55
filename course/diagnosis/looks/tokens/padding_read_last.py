"""A recurrent layer reads the padding last, and the loss does not fall."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHARE = 0.3
"""From this share of a row on, the padding is long enough to forget the text."""
LONG = 0.7
"""From this share on it is so for sure, and fewer losses show it."""


def find(facts: Facts) -> Found | None:
    assert facts.model is not None and facts.batch is not None and facts.training is not None
    layer, share, losses = facts.model.recurrent, facts.batch.ends_in_zeros, facts.training.losses
    if not layer or share < SHARE or len(losses) < (12 if share >= LONG else 20):
        return None
    late = min(10, len(losses) // 2)
    start, end = sum(losses[:5]) / 5, sum(losses[-late:]) / late
    if end < 0.9 * start:
        return None
    return Found(
        "likely",
        {"layer": layer, "share": share},
        [
            (N_("padding at the end of a row"), f"{share:.0%}"),
            (N_("layer whose last state is used"), f"`{layer}`"),
            (N_("mean of the first 5 losses"), round(start, 3)),
            (N_("mean of the later losses"), round(end, 3)),
        ],
        call_place(facts, "Embedding") or call_place(facts, layer),
    )


LOOK = Look(
    name="padding-read-last",
    needs=("model", "batch", "training"),
    find=find,
    title=N_("The recurrent layer reads the padding last, and forgets the text"),
    why=N_(
        "The rows end in padding, {share:.0%} of a row at the mean, and no layer makes a mask. `{layer}` reads the padding after the text, and only its state after the last place is used. By then it has forgotten the text, so the loss does not fall."
    ),
    change=N_(
        "Use `Embedding(…, mask_zero=True)`, so that the layer stops at the end of the text. Or pad at the beginning."
    ),
    terms=("padding", "attention mask"),
)
