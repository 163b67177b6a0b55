"""A model of two parts gets the inputs of one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="decoder-without-inputs",
    needs=("crash",),
    find=by_message(r"have to specify either decoder_input_ids or decoder_inputs_embeds"),
    title=N_("A sequence-to-sequence model gets no targets"),
    why=N_(
        "The decoder reads the beginning of the target. Its inputs are made from the labels, or given as `decoder_input_ids`; here there is neither."
    ),
    change=N_(
        "For the training, tokenize the targets as labels: `tokenizer(texts, text_target=targets)`. To produce texts, call `model.generate(…)`."
    ),
    terms=("label", "target"),
)
