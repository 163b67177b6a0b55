"""A file is not of the kind that the program reads it as."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="file-of-another-kind",
    needs=("crash",),
    find=by_message(
        r"PytorchStreamReader failed|got empty file|decode \w+ format using a wrong op"
        r"|Excel file format cannot be determined|invalid load key|file signature not found"
        r"|[Uu]nknown image file format|cannot identify image file|not a gzip file|File is not a zip file"
        r"|pickle data was truncated|[Ii]nvalid magic number|HeaderTooLarge|Error while deserializing header"
        r"|[Uu]nable to (?:synchronously )?open file|not a PNG file",
        "likely",
    ),
    title=N_("A file is not of the kind that it is read as"),
    why=N_(
        "The file is there, and what is in it is of another kind, or only a part of it. Downloads that were cut off, pages with an error message, and short texts that stand for a large file (Git LFS) have this effect, too."
    ),
    change=N_("Look at the size of the file and at its first bytes, and save or download it again."),
    terms=("checkpoint",),
    last=True,
)
