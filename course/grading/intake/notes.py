"""The sentences of notes: why a submission is not graded, and how an ambiguity was resolved."""

from __future__ import annotations

from collections.abc import Mapping

from course.grading.feedback import fill
from course.grading.records import Note
from course.i18n import N_

SENTENCES: Mapping[str, str] = {
    # no owner, no file, or no answer to an exercise
    "no-exercise": N_(
        "The exercise that this file answers cannot be recognized: give the file the name of its starter, or define the starter's functions in it."
    ),
    "no-student": N_(
        "The student cannot be recognized from the path of this file: put the student's id in the name of the file or of its directory."
    ),
    "nothing-found": N_("The submission contains no `.py` file and no `.ipynb` file: hand in one of these."),
    "no-answer": N_("The submission contains no answer to this exercise: hand in the file `{file}`."),
    "other-draw": N_(
        "This is not the case that was drawn for the student in the course `{course}`: hand in the file that `python -m course start case --draw --student ID --course {course}` writes."
    ),
    "several-answers": N_("More than one file answers this exercise ({files}): hand in only one of them."),
    "shared-id": N_(
        "More than one person handed something in under the id `{id}`: give each of them a different id, or list them in the roster."
    ),
    "same-name": N_(
        "The submission contains more than one file with this name, or with a name that differs only in capital letters: keep only one of them."
    ),
    # limits on one student
    "beyond-limit": N_("Only the first {limit} attempts are considered, so this one was not run."),
    "beyond-time": N_(
        "Your answers together have taken more than {minutes} minutes, which is the limit for one student, so this one was not run."
    ),
    # the file system
    "symlink": N_("This file is a symbolic link, and links are not followed: hand in the file itself."),
    "special-file": N_("This is not a regular file: hand in a `.py` file or an `.ipynb` file."),
    "unreadable-file": N_("This file cannot be read ({reason}): check its permissions."),
    "vanished": N_("The file was listed, but it was removed or replaced before it could be read: grade again."),
    "too-large": N_(
        "The file is larger than the limit of {limit} bytes: hand in a smaller file; in a notebook, clear the outputs."
    ),
    "too-many-files": N_(
        "There are more files than the limit of {limit} for one student, so none of them is graded: hand in fewer files."
    ),
    "too-much": N_(
        "The submission is larger than the limit of {limit} bytes for one student, and this file is beyond the limit: hand in fewer or smaller files."
    ),
    "too-deep": N_("The file lies in more than {limit} nested folders: move it further up."),
    "odd-name": N_(
        "The name of the file, or of one of its folders, contains invisible characters or characters that change the direction of writing: rename it."
    ),
    "long-name": N_("The name of the file, or of one of its folders, is longer than {limit} characters: shorten it."),
    # archives
    "unsafe-path": N_("The path of this file points outside the archive: make the archive again."),
    "nested-archive": N_(
        "This is an archive inside another archive, and it is not opened: unpack the outer archive first."
    ),
    "damaged-archive": N_("The archive is damaged, or it is not a zip archive: make it again."),
    "too-many-entries": N_("The archive has more entries than the limit of {limit}: hand in fewer files."),
    "overlapping": N_(
        "Entries of the archive overlap, as in archives that are made to do harm, so it is not opened: make the archive again."
    ),
    "encrypted": N_("The file is protected by a password in the archive: make the archive again without a password."),
    "compression": N_(
        "The file is compressed with a method that is not supported: make the archive again with `store` or `deflate`."
    ),
    "damaged-entry": N_("The file is damaged inside the archive: make the archive again."),
    # contents
    "not-utf8": N_("The file is not encoded in UTF-8: save it again as UTF-8."),
    "null-bytes": N_("The file contains null bytes, so it is not a text file: save it again as plain text in UTF-8."),
    "empty": N_("The file is empty: save your work and hand it in again."),
    "not-json": N_(
        "The file is not a valid notebook, because line {line} is not JSON: save the notebook again in Jupyter or Colab."
    ),
    "too-intricate": N_(
        "The notebook has too many parts, or its parts are nested too deeply: clear its outputs and hand it in again."
    ),
    "notebook-version": N_("The notebook has an unsupported format: save it with `nbformat` 3 or 4."),
    "wrong-type": N_(
        "The file is not a valid notebook, because `{where}` is not of the type `{type}`: save the notebook again in Jupyter or Colab."
    ),
    # resolved; the answer is graded
    "not-on-roster": N_("The id `{id}` is not in the roster."),
    "marked-late": N_("Canvas marked this submission as late."),
    "renamed": N_("The file was graded as `{file}`, because of its name."),
    "by-function": N_("The exercise was recognized by the functions that the answer defines."),
    "last-counts": N_("{count} cells define `{function}`; the last of them, cell {cell}, was graded."),
    "moved-cell": N_(
        "Cell {cell} is marked as `{marked}`, but it was graded as `{exercise}`, because it defines the functions of that exercise."
    ),
}
"""The message of each note, by its name."""


def sentence(note: Note, language: str) -> str:
    """Return the note in a language, printable, its values cut. Submissions can put any text into its data."""
    return fill(SENTENCES.get(note.name, N_("This submission cannot be graded.")), note.data, language)
