"""A data set consists of a program, which is not run any more."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="data-set-script",
    needs=("crash",),
    find=by_message(
        r"Dataset scripts are no longer supported|requires you to execute the dataset script|trust_remote_code"
    ),
    title=N_("The data set would have to run a program of its own"),
    why=N_(
        "Older data sets on the hub were a program that loads them. 🤗 Datasets does not run such programs any more."
    ),
    change=N_("Look on the hub for a version with plain files (Parquet, CSV, JSON), often under another name."),
    terms=("data set", "hub"),
)
