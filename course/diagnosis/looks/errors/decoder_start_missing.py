"""A model of two parts does not know with which token a text begins."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="decoder-start-missing",
    needs=("crash",),
    find=by_message(r"decoder_start_token_id"),
    title=N_("The model does not know with which token a text begins"),
    why=N_(
        "A model with encoder and decoder begins each text with a token of its own. The configuration of this one names none, as with models that were put together from two parts."
    ),
    change=N_(
        "Set it to a token that your tokenizer has, as in `model.config.decoder_start_token_id = tokenizer.cls_token_id`, and write `model.config.pad_token_id = tokenizer.pad_token_id`."
    ),
    terms=("configuration", "special token"),
)
