"""A file with one JSON object in each line is read as a single one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="lines-of-json",
    needs=("crash",),
    find=by_message(r"Extra data: line 2 column 1|Extra data: line \d+ column 1|Trailing data"),
    title=N_("A file with one JSON object in each line is read as one object"),
    why=N_(
        "`json.load` expects one object in the whole file. This file has one in each line, which is called JSON Lines."
    ),
    change=N_(
        'Read it line by line, `[json.loads(line) for line in file]`, with pandas `read_json(path, lines=True)`, or with `load_dataset("json", data_files=path)`.'
    ),
    terms=("data set",),
)
