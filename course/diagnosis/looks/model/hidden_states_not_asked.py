"""The outputs of a model with a head are asked for what only the body returns, or what has to be asked for."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

ASKED = re.compile(r"\.(?:hidden_states|attentions)\b|\[['\"](?:hidden_states|attentions)['\"]\]")
"""What is `None` in the outputs unless it was asked for."""


def find(facts: Facts) -> Found | None:
    crash = facts.crash
    assert crash is not None
    absent = said(
        facts,
        r"'\w*(?:LMOutput|ClassifierOutput|AnsweringModelOutput|ChoiceModelOutput)\w*' object has no attribute '(?:last_hidden_state|pooler_output)'",
    )
    empty = said(facts, r"'NoneType' object is not (?:subscriptable|iterable)|object of type 'NoneType' has no len")
    if absent is None and not (empty is not None and crash.places and ASKED.search(crash.places[-1].code)):
        return None
    return Found("certain", {}, [(N_("error message"), crash.message[:160])], crash_place(facts))


LOOK = Look(
    name="hidden-states-not-asked",
    needs=("crash",),
    find=find,
    title=N_("The outputs of the model lack the vectors of the tokens"),
    why=N_(
        "A model with a head returns its logits. The vectors of the tokens (`hidden_states`) and the weights of the attention (`attentions`) are in its outputs only if they were asked for; `last_hidden_state` never is."
    ),
    change=N_(
        "Ask for them, `model(…, output_hidden_states=True)`, and take `outputs.hidden_states[-1]`; for `attentions` it is `output_attentions=True`. Or load the body alone with `AutoModel`, whose outputs have `last_hidden_state`."
    ),
    terms=("classification head", "logits", "token"),
)
