"""A model gets neither token ids nor vectors."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="neither-ids-nor-vectors",
    needs=("crash",),
    find=by_message(
        r"have to specify either input_ids or inputs_embeds|have to specify (?:input_ids|pixel_values)"
        r"|either `?input_ids`? or `?inputs_embeds`?"
    ),
    title=N_("The model gets no token ids"),
    why=N_(
        "A model reads token ids, or vectors in their place. This batch has neither: the tokenizer was not called, or its columns were left out on the way."
    ),
    change=N_(
        "Print the keys of the batch, `batch.keys()`. Tokenize the texts with `map`, and keep the column `input_ids`."
    ),
    terms=("token id", "tokenizer", "batch"),
    last=True,
)
