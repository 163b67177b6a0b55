"""`generate` gets arguments that it does not take."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="generate-gets-more",
    needs=("crash",),
    find=by_message(r"`model_kwargs` are not used by the model: (?P<names>\[.*?\])"),
    title=N_("`generate` gets arguments that the model does not take"),
    why=N_(
        "The model does not take {names}. `token_type_ids` comes from a tokenizer that makes it; other names may be spelled wrongly."
    ),
    change=N_(
        "Leave it out: `tokenizer(…, return_token_type_ids=False)`, or give `input_ids` and `attention_mask` by name."
    ),
    terms=("argument", "tokenizer"),
)
