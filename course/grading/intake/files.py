"""Files that somebody handed in: listed without following a link, and read without trusting what they claim to be.

What is found is a `File` with a path or, where one lies in an archive, with its place there too. Whatever is wrong with
one is a `Note`: of the listing in `File.problem`, of the reading in `Refused`.
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
"""How many folders deep a file may lie."""
LONGEST_NAME = 255
"""How many characters one name of a path may have."""
NOT_HANDED_IN = {"__macosx", "__pycache__", "node_modules", "site-packages", "venv"}
"""Folders that systems and tools leave; names with a leading dot are passed over as well."""


class Refused(Exception):
    """Something cannot be graded. `note` says why."""

    def __init__(self, name: str, **data: Any) -> None:
        super().__init__(name)
        self.note = Note(name, data)


@dataclass(frozen=True, slots=True)
class File:
    """A file or directory that was found, not read yet.

    Attributes:
        parts: its path within what was handed in, through archives.
        path: where it lies on the disk, or the archive that it lies in.
        entry: its place in the archive's list, from 0; -1 outside of archives.
        handed_in: when it was last changed, as ISO 8601 in UTC; empty if that cannot be told.
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
    """The ending of a name, in small letters: `.py`."""
    # what is not seen does not make another ending of it
    return PurePosixPath("".join(filter(str.isprintable, name)).rstrip()).suffix.lower()


def fold(text: str) -> str:
    """What two names have in common that people take for one: letters in either case, any Unicode form, spaces around."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()


def shown(parts: Sequence[str]) -> str:
    """A path in one printable line, cut."""
    text = printable("/".join(parts)).replace("\n", "\ufffd").replace("\t", "\ufffd")
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def as_time(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC; such strings sort by time."""
    return moment.astimezone(timezone.utc).isoformat(timespec="seconds")


def passed_over(name: str) -> bool:
    return name.startswith(".") or name.lower() in NOT_HANDED_IN


def misnamed(parts: tuple[str, ...]) -> tuple[tuple[str, ...], Note] | None:
    """The first part of a path that cannot stand, with the way to it, and why; None if all can."""
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


def plainly_other(name: str) -> bool:
    """Whether a name is that of a data file, a picture or the like: neither an answer nor a folder."""
    return suffix(name) not in ("", *GRADED, ARCHIVE)


def walk(root: Path) -> Iterator[File]:
    """Everything below a directory. Links are not followed, and what is none of a file and a directory is not opened."""
    waiting: list[tuple[tuple[str, ...], Path]] = [((), root)]
    while waiting:
        above, directory = waiting.pop()
        try:
            with os.scandir(directory) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            yield File(above or (root.name,), directory, problem=_unreadable(error))
            continue
        for entry in entries:
            if passed_over(entry.name):
                continue
            parts, path = (*above, entry.name), Path(entry.path)
            known = misnamed(parts)
            link = entry.is_symlink() or getattr(entry, "is_junction", bool)()
            if not link and entry.is_dir(follow_symlinks=False):
                yield File(parts, path, directory=True, problem=known and known[1])
                if known is None:
                    waiting.append((parts, path))
            elif plainly_other(entry.name):
                yield File(parts, path)
            elif known is not None:
                yield File(parts, path, problem=known[1])
            elif link or not entry.is_file(follow_symlinks=False):
                yield File(parts, path, problem=Note("symlink" if link else "special-file"))
            else:
                yield File(parts, path, handed_in=changed(path))


def changed(path: Path) -> str:
    """When a file was last changed, as ISO 8601 in UTC; empty if that cannot be told."""
    try:
        return as_time(datetime.fromtimestamp(path.lstat().st_mtime, timezone.utc))
    except (OSError, ValueError, OverflowError):
        return ""


def _unreadable(error: OSError) -> Note:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return Note("vanished")
    # what O_NOFOLLOW says of a link, and what a socket says to everybody
    if error.errno in (errno.ELOOP, errno.EMLINK):
        return Note("symlink")
    if error.errno in (errno.ENXIO, errno.ENODEV):
        return Note("special-file")
    return Note("unreadable-file", {"reason": os.strerror(error.errno or errno.EIO)})


def unreadable(error: OSError) -> Refused:
    """An error of the system, as a reason."""
    note = _unreadable(error)
    return Refused(note.name, **note.data)


_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):
    # where the platform has them
    _FLAGS |= getattr(os, _name, 0)


def open_regular(path: Path) -> io.FileIO:
    """An ordinary file, opened to be read; never waits, as opening a pipe would.

    Raises:
        Refused: it is gone, a link, no ordinary file, or may not be read.
    """
    try:
        file = io.FileIO(os.open(path, _FLAGS))
    except IsADirectoryError:
        raise Refused("special-file") from None
    except OSError as error:
        raise unreadable(error) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Refused("special-file")
    return file


def read(path: Path, limit: int) -> bytes:
    """The bytes of an ordinary file; one that is larger than the limit is not read.

    Raises:
        Refused: as open_regular, or it is too large.
    """
    with io.BufferedReader(open_regular(path)) as file:
        try:
            if os.fstat(file.fileno()).st_size > limit:
                raise Refused("too-large", limit=limit)
            content = file.read(limit + 1)
        except OSError as error:
            raise unreadable(error) from None
    if len(content) > limit:
        raise Refused("too-large", limit=limit)
    return content
