"""A model that is to say what comes next can read it."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SUMMARY = re.compile(r"\b(?:kl\w*|mu|log_?var|latent\w*|z(?=\s*=[^=])|\w*vae|\w*autoencoder)\b", re.IGNORECASE)
"""What the source of a program has that makes a text of a summary of it."""
PARTS = ("TransformerEncoder", "TransformerDecoder", "MultiheadAttention", "MultiHeadAttention", "softmax")
"""Where a mask may be missing."""


def find(facts: Facts) -> Found | None:
    assert facts.future is not None
    places, changed = facts.future.places, facts.future.changed
    # what makes a text of its own summary has read all of it
    if not changed or SUMMARY.search(facts.source):
        return None
    return Found(
        "likely",
        {"places": places, "changed": changed},
        [
            (N_("places before the last one"), places),
            (N_("places where the output changed with the last input"), changed),
        ],
        call_place(facts, "from_pretrained", option="is_decoder")
        or call_place(facts, "Bidirectional", "LSTM", "GRU", option="bidirectional")
        or call_place(facts, *PARTS),
    )


LOOK = Look(
    name="future-seen",
    needs=("future",),
    find=find,
    title=N_("The model can read what it is to predict"),
    why=N_(
        "The target of each place is the next input. When only the last input of the first batch was exchanged, the outputs changed at {changed} of the {places} places before it. So the model reads later places too, and its loss falls because it copies the answer; when it generates, there is nothing to copy."
    ),
    change=N_(
        "Give attention a causal mask: `is_causal=True`, `use_causal_mask=True` in Keras, or a mask in which all later places are left out. A recurrent layer must not be bidirectional here, a convolution is padded on the left alone, and a model such as BERT needs `is_decoder=True`."
    ),
    terms=("attention mask", "target", "token"),
)
