"""Lists files without following links, and reads them without trusting their declared sizes and types.

A file that is found is a `File` with a path or, in an archive, also with its place there. A problem with one is a
`Note`: in `File.problem` if listing finds it, in `Refused` if reading does.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path, PurePosixPath
from typing import Any

from course.grading.feedback import LONGEST, printable
from course.grading.records import Note

GRADED = (".py", ".ipynb")
ARCHIVE = ".zip"
DEEPEST = 32
"""The most folders above a file."""
LONGEST_NAME = 255
"""The most characters of one name in a path."""
NOT_HANDED_IN = {"__macosx", "__pycache__", "node_modules", "site-packages", "venv"}
"""Folders that systems and tools leave; names with a leading dot are ignored as well."""


class Refused(Exception):
    """A file or an answer cannot be graded. `note` says why."""

    def __init__(self, name: str, **data: Any) -> None:
        super().__init__(name)
        self.note = Note(name, data)


@dataclass(frozen=True, slots=True)
class File:
    """A file or directory that was found, not read yet.

    Attributes:
        parts: its path within the submissions, through archives.
        path: its path on the disk, or that of its archive.
        entry: its place in the archive's list, from 0; -1 outside of archives.
        handed_in: the time of its last change, as ISO 8601 in UTC; empty if that is not known.
        problem: why it cannot be graded, if that shows without opening it.
    """

    parts: tuple[str, ...]
    path: Path
    entry: int = -1
    handed_in: str = ""
    directory: bool = False
    problem: Note | None = None

    @property
    def suffix(self) -> str:
        return suffix(self.parts[-1])


def suffix(name: str) -> str:
    """Return the ending of a name, in small letters: `.py`."""
    # an invisible character must not hide the ending
    return PurePosixPath("".join(filter(str.isprintable, name)).rstrip()).suffix.lower()


def fold(text: str) -> str:
    """Return the same text for names that people take for one: regardless of case, Unicode form and spaces around."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()


def printable_path(parts: Sequence[str]) -> str:
    """Return a path in one printable line, cut."""
    text = printable("/".join(parts)).replace("\n", "\ufffd").replace("\t", "\ufffd")
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def as_time(moment: datetime) -> str:
    """Return a moment as ISO 8601 in UTC; such strings sort by time."""
    return moment.astimezone(timezone.utc).isoformat(timespec="seconds")


def is_ignored(name: str) -> bool:
    return name.startswith(".") or name.lower() in NOT_HANDED_IN


def name_problem(parts: tuple[str, ...]) -> tuple[tuple[str, ...], Note] | None:
    """Return the path up to its first inadmissible name, and why that is; None if all names are admissible."""
    for place, part in enumerate(parts, start=1):
        if len(part) > LONGEST_NAME:
            return parts[:place], Note("long-name", {"limit": LONGEST_NAME})
        # letters, marks, digits, signs and spaces; no control, no format (bidi), no half of a surrogate pair
        if not part.isprintable() and any(
            unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in part
        ):
            return parts[:place], Note("odd-name")
        if place > DEEPEST:
            return parts[:place], Note("too-deep", {"limit": DEEPEST})
    return None


def is_other_kind(name: str) -> bool:
    """Whether a name is that of a data file, a picture or the like: no answer, no archive and no folder."""
    return suffix(name) not in ("", *GRADED, ARCHIVE)


def walk(root: Path) -> Iterator[File]:
    """Give everything below a directory. Links are not followed, and special files are not opened."""
    waiting: list[tuple[tuple[str, ...], Path]] = [((), root)]
    while waiting:
        above, directory = waiting.pop()
        try:
            with os.scandir(directory) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            yield File(above or (root.name,), directory, problem=_note_of_error(error))
            continue
        for entry in entries:
            if is_ignored(entry.name):
                continue
            parts = (*above, entry.name)
            path = Path(entry.path)
            bad_name = name_problem(parts)
            link = entry.is_symlink() or getattr(entry, "is_junction", bool)()
            if not link and entry.is_dir(follow_symlinks=False):
                yield File(parts, path, directory=True, problem=bad_name and bad_name[1])
                if bad_name is None:
                    waiting.append((parts, path))
            elif is_other_kind(entry.name):
                yield File(parts, path)
            elif bad_name is not None:
                yield File(parts, path, problem=bad_name[1])
            elif link or not entry.is_file(follow_symlinks=False):
                yield File(parts, path, problem=Note("symlink" if link else "special-file"))
            else:
                yield File(parts, path, handed_in=modification_time(path))


def modification_time(path: Path) -> str:
    """Return the time of a file's last change, as ISO 8601 in UTC; empty if that is not known."""
    try:
        return as_time(datetime.fromtimestamp(path.lstat().st_mtime, timezone.utc))
    except (OSError, ValueError, OverflowError):
        return ""


def _note_of_error(error: OSError) -> Note:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return Note("vanished")
    # the errors of O_NOFOLLOW on a link; the next ones are those of opening a socket
    if error.errno in (errno.ELOOP, errno.EMLINK):
        return Note("symlink")
    if error.errno in (errno.ENXIO, errno.ENODEV):
        return Note("special-file")
    return Note("unreadable-file", {"reason": os.strerror(error.errno or errno.EIO)})


def refusal(error: OSError) -> Refused:
    """Return an error of the system as a reason to refuse a file."""
    note = _note_of_error(error)
    return Refused(note.name, **note.data)


_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):
    # where the platform has them
    _FLAGS |= getattr(os, _name, 0)


def open_regular(path: Path) -> io.FileIO:
    """Open an ordinary file for reading, without ever waiting, as opening a pipe would.

    Raises:
        Refused: it is gone, a link, no ordinary file, or may not be read.
    """
    try:
        file = io.FileIO(os.open(path, _FLAGS))
    except IsADirectoryError:
        raise Refused("special-file") from None
    except OSError as error:
        raise refusal(error) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Refused("special-file")
    return file


def read(path: Path, limit: int) -> bytes:
    """Return the bytes of an ordinary file; one that is larger than the limit is not read.

    Raises:
        Refused: as open_regular, or it is too large.
    """
    with io.BufferedReader(open_regular(path)) as file:
        try:
            if os.fstat(file.fileno()).st_size > limit:
                raise Refused("too-large", limit=limit)
            content = file.read(limit + 1)
        except OSError as error:
            raise refusal(error) from None
    if len(content) > limit:
        raise Refused("too-large", limit=limit)
    return content
