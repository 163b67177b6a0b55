"""A line of a table has another number of columns."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="table-broken",
    needs=("crash",),
    find=by_message(
        r"Error tokenizing data|Expected \d+ fields in line \d+, saw \d+|CSV parse error|JSON parse error|Expecting (?:value|property name|. delimiter|'.' delimiter)",
        "likely",
    ),
    title=N_("A line of the file does not fit its format"),
    why=N_(
        "The file is not read to its end: in one of its lines there is something that does not fit the format, such as a comma in a text without quotation marks."
    ),
    change=N_(
        'Look at the line that the message names. Tell the separator (`sep="\\t"`) and the quotation marks, or write the file again with a library.'
    ),
    terms=(
        "data set",
        "column",
    ),
    last=True,
)
