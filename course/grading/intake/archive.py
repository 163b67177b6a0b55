"""Lists and reads untrusted zip archives in place, without unpacking them.

The declarations of an archive are not trusted: the bytes that come out are counted, overlapping entries are found by
their positions, and a list of entries of implausible length is not read. The times in a zip have no zone; they are
taken for UTC. Whoever makes an archive writes the times in it: in a student's own, an entry is no older than the archive.
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
    is_ignored,
    is_other_kind,
    name_problem,
    open_regular,
    refusal,
    suffix,
)
from course.grading.intake.files import read as read_file
from course.grading.records import Note

LONGEST_LIST = 16_000_000
"""The most bytes of an archive's list of entries."""
MOST_ENTRIES = 100_000
_OPEN = 8
_LOCAL_HEADER = 30
"""The bytes before each entry, without its name."""
_SIGNATURE = b"PK\x01\x02"
"""The beginning of each entry in an archive's list."""
BROKEN = (BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)
"""The exceptions that zipfile raises for a broken archive."""


class _Bounded(io.BufferedReader):
    """Keeps zipfile from reading a list of any length into memory."""

    def read(self, size: int | None = -1, /) -> bytes:
        within = size is not None and 0 <= size <= LONGEST_LIST
        content = super().read(size if within else LONGEST_LIST + 1)
        if len(content) > LONGEST_LIST or content.count(_SIGNATURE) > MOST_ENTRIES:
            raise Refused("too-many-entries", limit=MOST_ENTRIES)
        return content


@contextmanager
def _open_archive(path: Path) -> Iterator[ZipFile]:
    with _Bounded(open_regular(path)) as file:
        try:
            archive = ZipFile(file)
        except OSError as error:
            raise (Refused("damaged-archive") if error.errno in (None, 22) else refusal(error)) from None
        except BROKEN:
            raise Refused("damaged-archive") from None
        with archive:
            yield archive


def entries(path: Path, above: tuple[str, ...], since: str = "") -> list[File]:
    """Return the entries of an archive.

    Args:
        above: the archive's own path within the submissions.
        since: the earliest time, as ISO 8601 in UTC, that its entries are taken to have been handed in.

    Raises:
        Refused: it is no archive, or one that is not read at all.
    """
    with _open_archive(path) as archive:
        infos = archive.infolist()
        end = 0
        for info in sorted(infos, key=lambda info: info.header_offset):
            if info.header_offset < end:
                # a negative offset means that the beginning of the file was cut off
                raise Refused("overlapping" if info.header_offset >= 0 else "damaged-archive")
            end = info.header_offset + _LOCAL_HEADER + info.compress_size
        found: dict[tuple[str, ...], File] = {}
        listed = [
            file for place, info in enumerate(infos) if (file := _entry(path, above, place, info, since)) is not None
        ]
    for file in listed:
        if file.problem is not None and file.problem.name in ("odd-name", "long-name", "too-deep"):
            # several entries below one such name are one problem
            found.setdefault(file.parts, file)
    return [file for file in listed if found.get(file.parts, file) is file]


def _parts(info: ZipInfo) -> tuple[str, ...]:
    # Windows writes backslashes
    return tuple(part for part in info.orig_filename.replace("\\", "/").split("/") if part not in ("", "."))


def _entry(path: Path, above: tuple[str, ...], place: int, info: ZipInfo, since: str) -> File | None:
    name = info.orig_filename.replace("\\", "/")
    parts = _parts(info)
    if "\0" in name or name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts or not parts:
        # in one piece, since its first part tells no owner
        return File((*above, name), path, place, problem=Note("unsafe-path"))
    if any(map(is_ignored, parts)):
        return None
    mode = stat.S_IFMT(info.external_attr >> 16)
    directory = name.endswith("/") or mode == stat.S_IFDIR
    if is_other_kind(parts[-1]) and not directory:
        return File((*above, *parts), path, place)
    bad_name = name_problem(parts)
    if bad_name is not None:
        return File((*above, *bad_name[0]), path, place, directory=len(bad_name[0]) < len(parts), problem=bad_name[1])
    if directory:
        return File((*above, *parts), path, place, directory=True)
    handed_in = max(_time(info), since)
    return File((*above, *parts), path, place, handed_in=handed_in, problem=_problem(info, mode, parts[-1]))


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
    """Reads files, also in archives; keeps a few archives open, since files of one archive are read one after the other."""

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
        """Return the bytes of a file, and count them.

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
            raise (Refused("damaged-entry") if error.errno in (None, 22) else refusal(error)) from None
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
                archive = stack.enter_context(_open_archive(path))
                self._open[path] = stack.pop_all(), archive
        return self._open[path][1]
