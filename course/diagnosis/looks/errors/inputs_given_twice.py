"""A model gets its inputs in two forms."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="inputs-given-twice",
    needs=("crash",),
    find=by_message(r"cannot specify both input_ids and inputs_embeds|cannot specify both decoder_input_ids and"),
    title=N_("The model gets its inputs in two forms"),
    why=N_(
        "The inputs are given as token ids and as vectors, or one value has come into the wrong argument. Without names, the order of the arguments decides."
    ),
    change=N_("Give each input with its name: `model(input_ids=…, attention_mask=…)`."),
    terms=("token id", "argument"),
)
