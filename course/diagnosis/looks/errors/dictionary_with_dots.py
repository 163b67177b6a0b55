"""A part of a dictionary is asked for with a dot."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="dictionary-with-dots",
    needs=("crash",),
    find=by_message(
        r"'(?:dict|collections\.OrderedDict)' object has no attribute '(?P<name>input_ids|attention_mask|labels|loss|logits|pixel_values|token_type_ids|text|label)'"
    ),
    title=N_("A part of a dictionary is asked for with a dot"),
    why=N_(
        "The object is a plain dictionary. Its parts have names in square brackets; a dot asks for methods such as `items`."
    ),
    change=N_('Write `batch["{name}"]`.'),
    terms=("dictionary", "batch"),
)
