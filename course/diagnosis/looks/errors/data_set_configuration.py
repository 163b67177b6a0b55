"""A data set of the hub has several configurations, and none or another was named."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="data-set-configuration",
    needs=("crash",),
    find=by_message(
        r"Config name is missing|BuilderConfig '?.*'? not found|[Pp]lease pick one among the available configs"
    ),
    title=N_("The data set has several configurations, and one must be named"),
    why=N_(
        "Some data sets on the hub consist of several parts, such as the tasks of GLUE. The message lists their names."
    ),
    change=N_('Name one: `load_dataset("nyu-mll/glue", "mrpc")`.'),
    terms=("data set", "hub", "configuration"),
)
