"""The mask of the padding does not reach the layer that would use it."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHARE = 0.1
"""From this share of a row on, the padding changes what a layer makes of it."""


def find(facts: Facts) -> Found | None:
    assert facts.model is not None and facts.batch is not None
    if facts.model.mask_lost is None or facts.batch.ends_in_zeros < SHARE:
        return None
    operation, layer = facts.model.mask_lost
    share = facts.batch.ends_in_zeros
    return Found(
        "likely",
        {"operation": operation, "layer": layer, "share": share},
        [
            (N_("padding at the end of a row"), f"{share:.0%}"),
            (N_("operation that loses the mask"), f"`{operation}`"),
            (N_("layer that would use it"), f"`{layer}`"),
        ],
        call_place(facts, layer),
    )


LOOK = Look(
    name="mask-lost",
    needs=("model", "batch"),
    find=find,
    title=N_("The mask of the padding is lost on its way to the layer that needs it"),
    why=N_(
        "`mask_zero=True` makes a mask, and Keras hands it on from layer to layer. `{operation}` knows nothing of masks and hands none on. So `{layer}` reads the padding as if it were text, on average {share:.0%} of a row."
    ),
    change=N_(
        "Do the calculation inside a layer with `supports_masking = True`, or hand the mask on yourself: `layer(x, mask=embedding.compute_mask(ids))`."
    ),
    terms=("padding", "attention mask", "layer"),
)
