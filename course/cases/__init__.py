"""The cases: scripts that fail, by program."""

from course.case import Program
from course.cases.tickets_trainer.cases import PROGRAM as TICKETS_TRAINER

PROGRAMS: tuple[Program, ...] = (TICKETS_TRAINER,)
