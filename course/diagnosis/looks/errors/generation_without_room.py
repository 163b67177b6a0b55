"""The prompt is longer than all that may be generated."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="generation-without-room",
    needs=("crash",),
    find=by_message(r"Input length of \w+ is (?P<length>\d+), but `?max_length`? is set to (?P<limit>\d+)"),
    title=N_("The prompt is longer than the text may become"),
    why=N_("`max_length` counts the prompt, too. The prompt has {length} tokens, and {limit} are allowed in all."),
    change=N_("Say how many tokens may be added: `max_new_tokens=50`."),
    terms=("token", "hyperparameter"),
)
