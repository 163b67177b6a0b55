"""Zip archives from people one does not know: listed and read in place, never unpacked.

What an archive says of itself is not trusted: what is read is measured, entries that lie on one another are found by
where they lie, and a list longer than is plausible is not read. The times in a zip have no zone; they are taken for UTC.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from course.grading.intake.files import (
    ARCHIVE,
    File,
    Refused,
    as_time,
    misnamed,
    open_regular,
    passed_over,
    plainly_other,
    suffix,
    unreadable,
)
from course.grading.intake.files import read as read_file
from course.grading.records import Note

LONGEST_LIST = 16_000_000
"""How many bytes an archive's list of entries may take."""
MOST_ENTRIES = 100_000
_OPEN = 8
_LOCAL_HEADER = 30
"""The bytes that stand before each entry, its name not counted."""
_SIGNATURE = b"PK\x01\x02"
"""What each entry in an archive's list begins with."""
BROKEN = (BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)
"""What zipfile raises where an archive is not as it should be."""


class _Bounded(io.BufferedReader):
    """Keeps zipfile from reading a list of any length into memory."""

    def read(self, size: int | None = -1, /) -> bytes:
        within = size is not None and 0 <= size <= LONGEST_LIST
        content = super().read(size if within else LONGEST_LIST + 1)
        if len(content) > LONGEST_LIST or content.count(_SIGNATURE) > MOST_ENTRIES:
            raise Refused("too-many-entries", limit=MOST_ENTRIES)
        return content


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    with _Bounded(open_regular(path)) as file:
        try:
            archive = ZipFile(file)
        except OSError as error:
            raise (Refused("damaged-archive") if error.errno in (None, 22) else unreadable(error)) from None
        except BROKEN:
            raise Refused("damaged-archive") from None
        with archive:
            yield archive


def entries(path: Path, above: tuple[str, ...]) -> list[File]:
    """What an archive holds; `above` is the archive's own path within what was handed in.

    Raises:
        Refused: it is no archive, or one that is not read at all.
    """
    with _opened(path) as archive:
        infos = archive.infolist()
        end = 0
        for info in sorted(infos, key=lambda info: info.header_offset):
            if info.header_offset < end:
                # before the beginning of the file lies what was cut off
                raise Refused("overlapping" if info.header_offset >= 0 else "damaged-archive")
            end = info.header_offset + _LOCAL_HEADER + info.compress_size
        found: dict[tuple[str, ...], File] = {}
        listed = [file for place, info in enumerate(infos) if (file := _entry(path, above, place, info)) is not None]
    for file in listed:
        if file.problem is not None and file.problem.name in ("odd-name", "long-name", "too-deep"):
            # several entries may lie below one such name, which is one problem
            found.setdefault(file.parts, file)
    return [file for file in listed if found.get(file.parts, file) is file]


def _parts(info: ZipInfo) -> tuple[str, ...]:
    # Windows writes backslashes
    return tuple(part for part in info.orig_filename.replace("\\", "/").split("/") if part not in ("", "."))


def _entry(path: Path, above: tuple[str, ...], place: int, info: ZipInfo) -> File | None:
    name, parts = info.orig_filename.replace("\\", "/"), _parts(info)
    if "\0" in name or name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts or not parts:
        # in one piece, since its first part is nobody's
        return File((*above, name), path, place, problem=Note("unsafe-path"))
    if any(map(passed_over, parts)):
        return None
    mode = stat.S_IFMT(info.external_attr >> 16)
    directory = name.endswith("/") or mode == stat.S_IFDIR
    if plainly_other(parts[-1]) and not directory:
        return File((*above, *parts), path, place)
    known = misnamed(parts)
    if known is not None:
        return File((*above, *known[0]), path, place, directory=len(known[0]) < len(parts), problem=known[1])
    if directory:
        return File((*above, *parts), path, place, directory=True)
    return File((*above, *parts), path, place, handed_in=_time(info), problem=_problem(info, mode, parts[-1]))


def _problem(info: ZipInfo, mode: int, name: str) -> Note | None:
    if mode not in (0, stat.S_IFREG):
        return Note("symlink" if mode == stat.S_IFLNK else "special-file")
    if suffix(name) == ARCHIVE:
        return Note("nested-archive")
    if info.flag_bits & 0x1:
        return Note("encrypted")
    return None if info.compress_type in (ZIP_STORED, ZIP_DEFLATED) else Note("compression")


def _time(info: ZipInfo) -> str:
    try:
        return as_time(datetime(*info.date_time, tzinfo=timezone.utc))
    except (ValueError, OverflowError):
        return ""


class Reader:
    """Reads files, those in archives too; keeps a few archives open, since neighbours are read one after the other."""

    def __init__(self) -> None:
        self._open: dict[Path, tuple[ExitStack, ZipFile]] = {}

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        while self._open:
            self._close(next(iter(self._open)))

    def _close(self, path: Path) -> None:
        self._open.pop(path)[0].close()

    def read(self, file: File, limit: int) -> bytes:
        """The bytes of a file, measured.

        Raises:
            Refused: it is larger than the limit, or cannot be read.
        """
        if file.entry < 0:
            return read_file(file.path, limit)
        try:
            archive = self._archive(file.path)
            info = archive.infolist()[file.entry]
            parts = _parts(info)
            if file.parts[-len(parts) :] != parts:
                raise Refused("vanished")
            if info.file_size > limit:
                raise Refused("too-large", limit=limit)
            with archive.open(info) as opened:
                content = opened.read(limit + 1)
        except IndexError:
            raise Refused("vanished") from None
        except OSError as error:
            raise (Refused("damaged-entry") if error.errno in (None, 22) else unreadable(error)) from None
        except BROKEN:
            raise Refused("damaged-entry") from None
        if len(content) > limit:
            raise Refused("too-large", limit=limit)
        return content

    def _archive(self, path: Path) -> ZipFile:
        if path not in self._open:
            if len(self._open) == _OPEN:
                self._close(next(iter(self._open)))
            with ExitStack() as stack:
                archive = stack.enter_context(_opened(path))
                self._open[path] = stack.pop_all(), archive
        return self._open[path][1]
