"""Sorts the files that were found by their owners, the students.

Where one id stands for two people (`Ann_12…` and `Bob_12…` in Moodle's names, the folders `ana` and `ANA`), all their
files are refused, unless the roster has exactly that id and the matching name for one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from course.grading.intake.archive import Reader
from course.grading.intake.files import ARCHIVE, GRADED, File, Refused, fold, printable_path, suffix
from course.grading.intake.layouts import (
    EXPORT,
    METADATA,
    Metadata,
    Owner,
    clone_prefix,
    is_download,
    names_owner,
    owners,
    read_metadata,
)
from course.grading.intake.roster import Roster
from course.grading.records import Note, Student
from course.i18n import N_
from course.message import WrongUse

LARGEST_METADATA = 100_000_000
"""The largest list of Gradescope's that is read, in bytes."""
DEPTH = 3
"""The levels of a path that can tell its owner: an archive, a download's own folder, and the student's."""
Parts = tuple[str, ...]
"""A path within the submissions."""


@dataclass(frozen=True, slots=True)
class HandedFile:
    """A file that a student handed in, with its name, time and lateness as the layout has them."""

    file: File
    name: str
    handed_in: str
    late: bool


@dataclass
class StudentFiles:
    """All files of one student. `origin` is the path of the first that was found; `refused` holds for all of them."""

    student: Student
    origin: str
    files: list[HandedFile] = field(default_factory=list)
    notes: tuple[Note, ...] = ()
    refused: Note | None = None


class Sorting:
    """Sorts files by student, and finds out where one id stands for two people."""

    def __init__(self, roster: Roster | None, language: str) -> None:
        self.roster = roster
        self.language = language
        self._by_owner: dict[tuple[str, str], StudentFiles] = {}
        self._unowned: StudentFiles | None = None

    def on_roster(self, id: str) -> bool:
        return self.roster is not None and self.roster.find(id) is not None

    def note_presence(self, parts: Parts, owners: Iterable[Owner]) -> None:
        """Record that these owners handed something in, even if nothing in it can be graded."""
        for owner in owners:
            self._files_of(owner, parts)

    def add(self, file: File, owners: Sequence[Owner], name: str) -> None:
        """Add a file to those of its owners; `name` is its name without the part that identifies them."""
        for owner in owners:
            handed = HandedFile(file, name, owner.handed_in or file.handed_in, owner.late)
            self._files_of(owner, file.parts).files.append(handed)
        if not owners:
            self._unowned = self._unowned or StudentFiles(
                Student("", "", self.language), "", refused=Note("no-student")
            )
            self._unowned.files.append(HandedFile(file, name, file.handed_in, False))

    def _files_of(self, owner: Owner, parts: Parts) -> StudentFiles:
        student = Student(printable_path([owner.id]), printable_path([owner.name]), self.language)
        return self._by_owner.setdefault((student.id, fold(student.name)), StudentFiles(student, printable_path(parts)))

    def student_files(self) -> list[StudentFiles]:
        """Return the files by student, in the order of the ids, after those without an owner."""
        by_id: dict[str, list[StudentFiles]] = {}
        for each in self._by_owner.values():
            by_id.setdefault(fold(each.student.id), []).append(each)
        for same_id in by_id.values():
            self._identify(same_id)
        # refused files come before those of the student with the same id, so that the latter's attempts are the last
        ordered = sorted(
            self._by_owner.values(),
            key=lambda each: (fold(each.student.id), each.student.id, each.refused is None, each.student.name),
        )
        return [self._unowned, *ordered] if self._unowned else ordered

    def _identify(self, same_id: list[StudentFiles]) -> None:
        """Find the students of files with the same id, but for capital letters; refuse those that remain in doubt."""
        for each in same_id:
            student = each.student
            if len(same_id) == 1:
                known = self.roster.find(student.id) if self.roster else None
            else:
                known = self._exact_match(student)
                rivals = [other for other in same_id if self._exact_match(other.student)]
                if known is None or sum(other.student.id == student.id for other in rivals) > 1:
                    each.refused = Note("shared-id", {"id": student.id})
                    continue
            if known is not None:
                each.student = replace(known, name=known.name or student.name)
            elif self.roster is not None:
                each.notes = (Note("not-on-roster", {"id": student.id}),)

    def _exact_match(self, student: Student) -> Student | None:
        """Return the student on the roster with exactly this id, unless the names differ."""
        known = self.roster.students.get(student.id) if self.roster else None
        fits = known and (not student.name or not known.name or fold(student.name) == fold(known.name))
        return known if fits else None


@dataclass
class _Listing:
    """The files that were listed, by their part in grading.

    Attributes:
        files: those that can be graded, and those with a problem.
        other: the paths of directories and of other files, cut to the three levels that tell the owner; True for a
            directory. Their owners handed something in, even if nothing of it can be graded.
        metadata: Gradescope's lists, by the path of their folder.
    """

    files: list[File] = field(default_factory=list)
    other: dict[Parts, bool] = field(default_factory=dict)
    metadata: dict[Parts, File] = field(default_factory=dict)

    @classmethod
    def of(cls, listed: Iterable[File]) -> _Listing:
        listing = cls()
        for file in listed:
            name = file.parts[-1]
            folder = file.parts[:-1]
            if file.problem is not None or (not file.directory and file.suffix in GRADED):
                listing.files.append(file)
            elif file.directory:
                listing.other[file.parts[:DEPTH]] = True
            elif name == METADATA:
                listing.metadata[folder] = file
            elif names_owner(name):
                listing.other[file.parts] = False
            else:
                listing.other[folder[:DEPTH]] = True
        return listing

    def directories(self, depth: int) -> set[str]:
        """Return the names of the directories at a depth; an archive is none."""
        listed = [file.parts[: depth + 2] for file in self.files]
        listed += [(*parts, "") if directory else parts for parts, directory in self.other.items()]
        return {parts[depth] for parts in listed if len(parts) > depth + 1 and suffix(parts[depth]) != ARCHIVE}

    def paths(self) -> Iterator[Parts]:
        """Give all paths, save those that lead out of an archive."""
        yield from (file.parts for file in self.files if not _leads_outside(file))
        yield from self.other
        yield from ((*folder, METADATA) for folder in self.metadata)


class _LayoutStart:
    """Finds in each path the part with which the layout begins, below an archive's name or a download's own folder."""

    def __init__(
        self, paths: Iterable[Parts], layout: str, archive: Path | None, on_roster: Callable[[str], bool]
    ) -> None:
        self.layout = layout
        self.archive = archive
        self.on_roster = on_roster
        self._names: dict[Parts, set[str]] = {}
        for parts in paths:
            for depth in range(min(len(parts), DEPTH)):
                self._names.setdefault(parts[:depth], set()).add(parts[depth])
        # the archive that is graded is the instructor's, and so is the one folder in it that has its name
        self.base: Parts = () if archive is None else (archive.name,)
        if archive is not None and self._names.get(self.base) == {archive.stem}:
            self.base = (archive.name, archive.stem)
        self._download = self._find_download()

    def _find_download(self) -> Parts | None:
        """Return where a learning platform's download begins: at the top, or in the one thing that is there.

        Nowhere else: any other folder or archive is a student's, and its names are the student's choice.

        Raises:
            WrongUse: the one thing there could be a download or the work of the only student.
        """
        place, doubtful = self.base, ""
        while not is_download(self._names.get(place, ()), self.layout):
            if len(self._names.get(place, ())) != 1:
                return None
            (only,) = self._names[place]
            if self.on_roster(only.removesuffix(ARCHIVE)):
                return None
            if not EXPORT.fullmatch(only):
                doubtful = doubtful or only
            place = (*place, only)
        if doubtful and self.layout == "auto":
            raise WrongUse(
                N_(
                    "`{path}` could be the download of a whole class, or the work of its only student: grade `{path}` itself, or name the layout with `--layout`."
                ),
                path=printable_path([doubtful]),
            )
        return place

    def depth(self, parts: Parts) -> int:
        """Return the number of parts of a path above the layout."""
        if self._download is not None and parts[: len(self._download)] == self._download:
            return len(self._download)
        return min(len(self.base), len(parts))


def assign_owners(sorting: Sorting, listed: Iterable[File], layout: str, archive: Path | None) -> None:
    """Give each file to its owners. `archive` is the root, if that is an archive."""
    listing = _Listing.of(listed)
    start = _LayoutStart(listing.paths(), layout, archive, sorting.on_roster)
    metadata: dict[Parts, Metadata] = {}
    if layout in ("auto", "gradescope"):
        for folder, file in listing.metadata.items():
            if start.depth(file.parts) == len(folder):
                metadata[folder] = _metadata(file)

    clones: set[str] = set()
    prefix = ""
    if layout == "clones":
        clones = listing.directories(len(start.base))
        prefix = clone_prefix(clones, sorting.on_roster)

    def owners_of(parts: Parts, directory: bool) -> tuple[tuple[Owner, ...], str]:
        depth = start.depth(parts)
        if layout == "clones":
            of_clone = parts[depth] in clones and (directory or len(parts) > depth + 1)
            return (Owner(parts[depth].removeprefix(prefix)),) if of_clone else (), parts[-1]
        return owners(parts[depth:], directory, layout, metadata.get(parts[:depth], {}), sorting.on_roster)

    above_layout: set[Parts] = set()
    for file in listing.files:
        depth = start.depth(file.parts)
        above_layout.add(file.parts[:depth])
        below = len(file.parts) - depth
        if not below or (below == 1 and _leads_outside(file)):
            sorting.add(file, (), "")
        else:
            file_owners, name = owners_of(file.parts, file.directory)
            # the times of a clone's files are those of cloning
            sorting.add(replace(file, handed_in="") if layout == "clones" else file, file_owners, name)
    above_layout |= {parts[: start.depth(parts)] for parts in listing.other}
    for parts, directory in listing.other.items():
        # a download's own folder has no owner
        if not any(folder[: len(parts)] == parts for folder in above_layout):
            sorting.note_presence(parts, owners_of(parts, directory)[0])


def _leads_outside(file: File) -> bool:
    """Whether a path leads out of its archive, and so does not tell the owner."""
    return file.problem is not None and file.problem.name == "unsafe-path"


def _metadata(file: File) -> Metadata:
    try:
        with Reader() as reader:
            return read_metadata(reader.read(file, LARGEST_METADATA))
    except (Refused, ValueError) as error:
        raise WrongUse(
            N_(
                "The file `{path}` is not a list of submissions as Gradescope writes it: export the submissions from Gradescope again."
            ),
            path=printable_path(file.parts),
        ) from error
