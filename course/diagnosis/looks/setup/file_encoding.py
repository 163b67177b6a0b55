"""A text file has another encoding than the program reads it with."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"codec can't decode byte")
    if found is None or facts.crash.error != "UnicodeDecodeError":
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="file-encoding",
    needs=("crash",),
    find=find,
    title=N_("A text file has another encoding"),
    why=N_(
        "The file has bytes that are no text in the encoding that it is read with. Tables that were saved by other programs are often not in UTF-8."
    ),
    change=N_(
        'Name its encoding, for example `open(path, encoding="latin-1")` or `read_csv(path, encoding="cp1252")`, or save the file as UTF-8.'
    ),
    terms=(
        "data set",
        "exception",
    ),
)
