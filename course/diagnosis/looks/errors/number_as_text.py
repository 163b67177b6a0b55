"""A number is given as a text."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="number-as-text",
    needs=("crash",),
    find=by_message(
        r"not supported between instances of '(?:float|int)' and 'str'"
        r"|not supported between instances of 'str' and '(?:float|int)'"
        r"|unsupported operand type\(s\) for [*/+-]+=?: '(?:float|int)' and 'str'"
        r"|unsupported operand type\(s\) for [*/-]+=?: 'str' and '(?:float|int)'"
        r"|can't multiply sequence by non-int of type 'float'"
    ),
    title=N_("A number is given as a text"),
    why=N_(
        "A calculation got a text where it needs a number. Numbers from a command line, a file or an environment variable are texts until they are converted; in a YAML file, `5e-4` is a text as well, and `5.0e-4` is a number."
    ),
    change=N_("Convert it where it is read: `float(value)`, `int(value)`, or `type=float` in `argparse`."),
    terms=("argument", "learning rate"),
)
