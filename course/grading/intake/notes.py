"""The sentences of notes: why a submission is not graded, and how an ambiguity was resolved."""

from __future__ import annotations

from collections.abc import Mapping

from course.grading.feedback import fill
from course.grading.records import Note
from course.i18n import N_

SENTENCES: Mapping[str, str] = {
    # no owner, no file, or no answer to an exercise
    "no-exercise": N_(
        "It cannot be told which exercise this answers: neither its name nor the functions that it defines are those of a starter."
    ),
    "no-student": N_("It cannot be told from its name whose this is."),
    "nothing-found": N_("There is no `.py` and no `.ipynb` file in what was handed in."),
    "shared-id": N_("More than one person handed something in as `{id}`: name them apart, or put them on the roster."),
    "same-name": N_("There is more than one file of this name, if capital letters count as small ones."),
    # the file system
    "symlink": N_("This is a link, and links are not followed: hand in the file itself."),
    "special-file": N_("This is no ordinary file."),
    "unreadable-file": N_("The system does not let it be read: {reason}."),
    "vanished": N_("It was there when the files were listed, and is gone now, or has been replaced."),
    "too-large": N_("It is larger than the {limit} bytes that are read."),
    "too-many-files": N_("There are more than the {limit} files that are read for one person, so none of them is."),
    "too-much": N_(
        "What was handed in comes to more than the {limit} bytes that are read for one person; the rest is not."
    ),
    "too-deep": N_("It lies deeper than {limit} folders."),
    "odd-name": N_("Its name has characters that are not seen, or that turn the writing round."),
    "long-name": N_("Its name is longer than {limit} characters."),
    # archives
    "unsafe-path": N_("Its path leads out of the archive."),
    "nested-archive": N_("This is an archive within an archive, which is not opened: unpack the outer one first."),
    "damaged-archive": N_("The archive is damaged, or is none."),
    "too-many-entries": N_("The archive has more entries than the {limit} that are listed."),
    "overlapping": N_("Entries of the archive lie on one another, as they do in archives made to do harm."),
    "encrypted": N_("It is locked with a password."),
    "compression": N_("It is compressed in a way that is not read: only `store` and `deflate` are."),
    "damaged-entry": N_("It is damaged within the archive: what comes out is not what went in."),
    # contents
    "not-utf8": N_("It is not UTF-8: save it again with this encoding."),
    "null-bytes": N_("It has null bytes, so it is no text."),
    "empty": N_("It is empty."),
    "not-json": N_("It is no notebook: line {line} is not JSON."),
    "too-intricate": N_("It is a notebook of more parts, or of deeper ones, than are read: clear its outputs."),
    "notebook-version": N_("It is a notebook of a format that is not read: only `nbformat` 3 and 4 are."),
    "wrong-type": N_("It is no notebook: `{where}` is not of the type `{type}`."),
    # resolved; the answer is graded
    "not-on-roster": N_("`{id}` is not on the roster."),
    "marked-late": N_("Canvas marked it as late."),
    "renamed": N_("It was taken for `{file}`."),
    "by-function": N_("Its exercise was told by the functions that it defines."),
    "last-counts": N_("{count} cells define `{function}`: the last of them counts, cell {cell}."),
    "moved-cell": N_("Cell {cell} is marked as `{marked}`, but was taken for `{exercise}` by what it defines."),
}
"""The message of each note, by its name."""


def sentence(note: Note, language: str) -> str:
    """Return the note in a language, printable, its values cut. Submissions can put any text into its data."""
    return fill(SENTENCES.get(note.name, N_("It was refused.")), note.data, language)
