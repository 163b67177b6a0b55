"""Whose everything is: the files that were found, put on one pile for each student.

Where one id stands for two people (`Ann_12…` and `Bob_12…` in Moodle's names, the folders `ana` and `ANA`), what they
handed in is refused, unless the roster has exactly that id, and with the name that goes with it, for one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from course.grading.intake.archive import Reader
from course.grading.intake.files import GRADED, File, Refused, fold, shown
from course.grading.intake.layouts import METADATA, Metadata, Owner, download, owners, read_metadata, tells_owner
from course.grading.intake.roster import Roster
from course.grading.records import Note, Student
from course.i18n import N_
from course.message import WrongUse

LARGEST_METADATA = 100_000_000
"""The largest list of Gradescope's that is read, in bytes."""


@dataclass(frozen=True, slots=True)
class HandedFile:
    """A file, and what its place among the others tells of it."""

    file: File
    name: str
    handed_in: str
    late: bool


@dataclass
class StudentFiles:
    """What one student handed in. `origin` is where something of it was found; `refused` holds for all of it."""

    student: Student
    origin: str
    files: list[HandedFile] = field(default_factory=list)
    notes: tuple[Note, ...] = ()
    refused: Note | None = None


class Sorting:
    """Puts files on piles, one for each student, and finds out where one id stands for two people."""

    def __init__(self, roster: Roster | None, language: str) -> None:
        self.roster = roster
        self.language = language
        self._piles: dict[tuple[str, str], StudentFiles] = {}
        self._lost: StudentFiles | None = None

    def on_roster(self, id: str) -> bool:
        return self.roster is not None and self.roster.find(id) is not None

    def see(self, parts: tuple[str, ...], whose: Iterable[Owner]) -> None:
        """Something of somebody's was there."""
        for owner in whose:
            self._pile(owner, parts)

    def add(self, file: File, whose: Sequence[Owner], name: str) -> None:
        for owner in whose:
            handed = HandedFile(file, name, owner.handed_in or file.handed_in, owner.late)
            self._pile(owner, file.parts).files.append(handed)
        if not whose:
            self._lost = self._lost or StudentFiles(Student("", "", self.language), "", refused=Note("no-student"))
            self._lost.files.append(HandedFile(file, name, file.handed_in, False))

    def _pile(self, owner: Owner, parts: tuple[str, ...]) -> StudentFiles:
        student = Student(shown([owner.id]), shown([owner.name]), self.language)
        return self._piles.setdefault((student.id, fold(student.name)), StudentFiles(student, shown(parts)))

    def settled(self) -> list[StudentFiles]:
        """The piles in the order of the ids, those that are nobody's first."""
        alike: dict[str, list[StudentFiles]] = {}
        for pile in self._piles.values():
            alike.setdefault(fold(pile.student.id), []).append(pile)
        for together in alike.values():
            self._settle(together)
        # who is in doubt comes before whom the roster has under the same id, so that the latter's attempts are the last
        ordered = sorted(
            self._piles.values(),
            key=lambda pile: (fold(pile.student.id), pile.student.id, pile.refused is None, pile.student.name),
        )
        return [self._lost, *ordered] if self._lost else ordered

    def _settle(self, together: list[StudentFiles]) -> None:
        """Find the students of piles whose ids are alike; refuse those that remain in doubt."""
        for pile in together:
            student = pile.student
            if len(together) == 1:
                known = self.roster.find(student.id) if self.roster else None
            else:
                known = self._exactly(student)
                rivals = [other for other in together if self._exactly(other.student)]
                if known is None or sum(other.student.id == student.id for other in rivals) > 1:
                    pile.refused = Note("shared-id", {"id": student.id})
                    continue
            if known is not None:
                pile.student = replace(known, name=known.name or student.name)
            elif self.roster is not None:
                pile.notes = (Note("not-on-roster", {"id": student.id}),)

    def _exactly(self, student: Student) -> Student | None:
        known = self.roster.students.get(student.id) if self.roster else None
        fits = known and (not student.name or not known.name or fold(student.name) == fold(known.name))
        return known if fits else None


def assign_owners(piles: Sorting, listed: Iterable[File], layout: str, archive: Path | None) -> None:
    """Give each file to its owners. `archive` is the root, if that is one."""
    files: list[File] = []
    # directories, for those in which nothing can be graded; three levels are enough to tell whose they are
    places: dict[tuple[str, ...], bool] = {}
    lists: dict[tuple[str, ...], File] = {}
    for file in listed:
        if file.problem is not None or (not file.directory and file.suffix in GRADED):
            files.append(file)
        elif file.directory:
            places[file.parts[:3]] = True
        elif file.parts[-1] == METADATA:
            lists[file.parts[:-1]] = file
        elif tells_owner(file.parts[-1]):
            places[file.parts] = False
        else:
            places[file.parts[:-1][:3]] = True
    beside: dict[tuple[str, ...], set[str]] = {}
    safe = (file.parts for file in files if file.problem is None or file.problem.name != "unsafe-path")
    for parts in (*safe, *places, *((*above, METADATA) for above in lists)):
        for depth in range(min(len(parts), 3)):
            beside.setdefault(parts[:depth], set()).add(parts[depth])

    @cache
    def beside_one_another(above: tuple[str, ...]) -> tuple[bool, int]:
        names = beside.get(above, set())
        return download(names, layout), len(names)

    def begins(parts: tuple[str, ...]) -> int:
        """How many parts of a path stand above the layout: the archive's name, a download's own folder."""
        for depth in range(min(len(parts), 3)):
            is_download, count = beside_one_another(parts[:depth])
            if is_download:
                return depth
            # what one of several students handed in is no download, whatever the names in it: it would be others' work
            if count > 1 and (depth or layout == "auto"):
                break
        if archive is None:
            return 0
        # whoever zips a folder gets an archive with a folder of the same name
        return 2 if beside.get((archive.name,)) == {archive.stem} and len(parts) > 1 else 1

    metadata: dict[tuple[str, ...], Metadata] = {}
    for above, file in lists.items():
        if begins(file.parts) == len(above) and layout in ("auto", "gradescope"):
            metadata[above] = _metadata(file)
    for file in files:
        start = begins(file.parts)
        below = file.parts[start:]
        # a path that leads out of an archive says nothing of whose it is
        lost = not below or (file.problem is not None and file.problem.name == "unsafe-path" and len(below) == 1)
        known = metadata.get(file.parts[:start], {})
        whose, name = ((), "") if lost else owners(below, file.directory, layout, known, piles.on_roster)
        piles.add(file, whose, name)
    starts = {parts[: begins(parts)] for parts in (*(file.parts for file in files), *places)}
    for parts, directory in places.items():
        start = begins(parts)
        # a download's own folder is nobody's
        if not any(above[: len(parts)] == parts for above in starts):
            known = metadata.get(parts[:start], {})
            piles.see(parts, owners(parts[start:], directory, layout, known, piles.on_roster)[0])


def _metadata(file: File) -> Metadata:
    try:
        with Reader() as reader:
            return read_metadata(reader.read(file, LARGEST_METADATA))
    except (Refused, ValueError) as error:
        raise WrongUse(
            N_("`{path}` is not the list that Gradescope writes: export the submissions again."), path=shown(file.parts)
        ) from error
