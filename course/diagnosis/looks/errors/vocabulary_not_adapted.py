"""A layer that makes numbers of texts has no vocabulary."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="vocabulary-not-adapted",
    needs=("crash",),
    find=by_message(
        r"Table not initialized|must (?:first )?(?:be )?`?adapt|has no vocabulary"
        r"|vocabulary (?:has not been|is not) set|Please call `?\w*\.?adapt"
    ),
    title=N_("A layer that makes numbers of texts has no vocabulary yet"),
    why=N_("`TextVectorization` and `StringLookup` learn their vocabulary from the training texts."),
    change=N_("Call `adapt(training_texts)` once before they are used, or give them a vocabulary."),
    terms=("Keras", "token id", "training set"),
)
