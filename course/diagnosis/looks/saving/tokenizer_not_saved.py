"""A tokenizer is loaded from a directory in which only the model was saved."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

LOADS = re.compile(r"[Tt]okenizer\w*\.from_pretrained|\bpipeline\((?!.*\btokenizer=)")
"""What loads a tokenizer."""


def find(facts: Facts) -> Found | None:
    place = crash_place(facts)
    found = said(
        facts, r"Can't load tokenizer for|path should be string, bytes|not NoneType|Couldn't instantiate the backend"
    )
    if found is None or place is None or not LOADS.search(place.code):
        return None
    saved = re.search(r"\bsave_(?:pretrained|model)\(", facts.source)
    if saved is None or re.search(r"(?:tok\w*|processor)\.save_pretrained\(", facts.source):
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], place)


LOOK = Look(
    name="tokenizer-not-saved",
    needs=("crash",),
    find=find,
    title=N_("The tokenizer was not saved with the model"),
    why=N_(
        "Your program saves the model, and later loads a tokenizer from the same directory. There is none: `model.save_pretrained` saves the model alone."
    ),
    change=N_(
        "Call `tokenizer.save_pretrained` with the same directory, or give the tokenizer to the Trainer (`processing_class`), which saves both."
    ),
    terms=("tokenizer", "checkpoint"),
)
