"""A checkpoint has no model for the task that is asked for."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="model-for-another-task",
    needs=("crash",),
    find=by_message(r"Unrecognized configuration class .*for this kind of (?:AutoModel: )?(?P<kind>\w+)"),
    title=N_("This kind of model does not do the task that is asked of it"),
    why=N_(
        "`{kind}` builds a model for one task, and this architecture has none for it. A GPT model predicts no masked words, for example, and BERT does not translate."
    ),
    change=N_(
        "Take another checkpoint, or the class for what this one can do: its page on the hub names it, as does `architectures` in `config.json`."
    ),
    terms=("configuration", "checkpoint", "pretrained model"),
)
