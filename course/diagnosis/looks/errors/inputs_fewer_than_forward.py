"""A model is called with fewer inputs than it takes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="inputs-fewer-than-forward",
    needs=("crash",),
    find=by_message(r"\.(?:forward|call)\(\) missing \d+ required positional arguments?: (?P<names>'(?!self).+)"),
    title=N_("The model is called with too few inputs"),
    why=N_("The `forward` or `call` of your model also takes {names}, and the call does not give it."),
    change=N_("Give it in the call, or give the parameter a default, such as `None`."),
    terms=(
        "argument",
        "function signature",
    ),
    last=True,
)
