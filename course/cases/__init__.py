"""The cases: scripts that fail, by program, and the words around them."""

from course.case import Program
from course.cases.dates_trainer.cases import PROGRAM as DATES_TRAINER
from course.cases.prices_trainer.cases import PROGRAM as PRICES_TRAINER
from course.cases.steps_trainer.cases import PROGRAM as STEPS_TRAINER
from course.cases.tags_trainer.cases import PROGRAM as TAGS_TRAINER
from course.cases.tickets_accelerate.cases import PROGRAM as TICKETS_ACCELERATE
from course.cases.tickets_keras.cases import PROGRAM as TICKETS_KERAS
from course.cases.tickets_loop.cases import PROGRAM as TICKETS_LOOP
from course.cases.tickets_tape.cases import PROGRAM as TICKETS_TAPE
from course.cases.tickets_trainer.cases import PROGRAM as TICKETS_TRAINER
from course.i18n import N_
from course.lesson import Chapter, Metric, Task

PROGRAMS: tuple[Program, ...] = (
    TICKETS_TRAINER,
    TICKETS_LOOP,
    TICKETS_ACCELERATE,
    TAGS_TRAINER,
    STEPS_TRAINER,
    DATES_TRAINER,
    PRICES_TRAINER,
    TICKETS_KERAS,
    TICKETS_TAPE,
)
"""In the order in which the cases are listed: the frequent mistakes first."""

CHAPTER = Chapter(
    name="cases",
    package=__name__,
    title=N_("Cases: scripts that fail"),
    introduction=(
        N_(
            "Each script below was written by somebody who then asked for help, because it fails: it stops with an error, or it runs to its end and the result is wrong. Each has one mistake. Find it, and repair it."
        ),
    ),
    goals=(
        N_("Find out from a symptom what could be wrong, and look for what tells the causes apart."),
        N_("Repair the cause of a mistake, and not only what there is to be seen of it."),
    ),
    summary=(),
    task=Task(None, Metric((), ""), None),
    tracks={},
)
"""What a notebook says around the cases; they have no lesson."""
