"""A line of a table has another number of columns."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Error tokenizing data|Expected \d+ fields in line \d+, saw \d+|CSV parse error|JSON parse error|Expecting (?:value|property name|. delimiter|'.' delimiter)",
    )
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="table-broken",
    needs=("crash",),
    find=find,
    title=N_("A line of the file has another form"),
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
