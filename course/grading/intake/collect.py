"""From what an instructor points at to submissions: who answered which exercise with what, and what could not be read.

Only paths are held for the whole class. Contents are read one file at a time, as the submissions are asked for, and
what is hashed is what was read. Whatever is wrong with a file is told in one refused submission of its own, and the
next one follows. `course.grading.intake.layouts` says how names are understood, `course.grading.intake.notebook` which cells count,
`course.grading.intake.recognize` which exercise a file answers.

A source is UTF-8, with or without a byte order mark; a declaration of another encoding (PEP 263) is not honoured. The
time of a file is Gradescope's `created_at`, else that of the archive's entry (which has no zone, and is taken for UTC),
else when the file was last changed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path

from course.contents import exercises, find_exercise
from course.grading.intake import notebook, recognize
from course.grading.intake.archive import Reader, entries
from course.grading.intake.files import (
    ARCHIVE,
    GRADED,
    File,
    Refused,
    changed,
    fold,
    plainly_other,
    shown,
    suffix,
    walk,
)
from course.grading.intake.layouts import LAYOUTS, Owner, flat
from course.grading.intake.recognize import Answer, named
from course.grading.intake.roster import Roster
from course.grading.intake.student_files import HandedFile, Sorting, StudentFiles, assign_owners
from course.grading.records import Note, Student, Submission
from course.i18n import N_
from course.message import Choice, WrongUse

LARGEST = {".py": 1_000_000, ".ipynb": 20_000_000}
"""The largest file that is read, in bytes."""
MOST_FILES = 1_000
"""How many files of one student are read."""
MOST_BYTES = 64_000_000
"""How many bytes of one student are read, all files together."""


@dataclass(frozen=True)
class Collection:
    """What a class handed in: iterate it for the submissions, by student, each student's in the order of handing in.

    Attributes:
        total: how many files there are to read. A notebook may hold several answers, and an answer to an exercise that
            is not asked for gives none, so this is not the number of submissions.
        absent: who is on the roster and handed in nothing at all.
    """

    total: int
    absent: tuple[Student, ...]
    _piles: Sequence[StudentFiles]
    _only: frozenset[str]

    def __iter__(self) -> Iterator[Submission]:
        with Reader() as reader:
            # more than one pile has the same id only where somebody is in doubt
            for _, together in groupby(self._piles, key=lambda pile: pile.student.id):
                attempts: Counter[str] = Counter()
                for submission in chain.from_iterable(_submissions(pile, reader) for pile in together):
                    if submission.exercise in self._only:
                        attempts[submission.exercise] += 1
                        yield replace(submission, attempt=attempts[submission.exercise])


def collect(
    root: Path, *, layout: str = "auto", roster: Roster | None = None, language: str = "en", only: Sequence[str] = ()
) -> Collection:
    """List what was handed in, without reading it.

    Args:
        root: a directory, a zip archive, or one `.py` or `.ipynb` file; the latter's student is told by its name, as in
            a flat layout, else by the directory that it lies in.
        layout: one of LAYOUTS.
        language: of those who are not on the roster.
        only: names of exercises; answers to others are passed over.

    Raises:
        WrongUse: there is nothing there, or no such layout or exercise, or the archive or Gradescope's list is broken.
    """
    if layout not in LAYOUTS:
        raise WrongUse(N_("There is no layout `{name}`: choose {layouts}."), name=layout, layouts=Choice(LAYOUTS))
    names = [find_exercise(name).name for name in only] or [exercise.name for exercise in exercises()]
    if not root.exists():
        raise WrongUse(N_("There is nothing at `{path}`: check its name and your directory."), path=root)
    root = root.resolve()
    found = Sorting(roster, language)
    if root.is_dir():
        assign_owners(found, _listed(root), layout, None)
    elif suffix(root.name) == ARCHIVE:
        try:
            listed = entries(root, (root.name,))
        except Refused as refused:
            raise WrongUse(
                N_("`{path}` is no zip archive that can be read: download it again, or unpack it."), path=root
            ) from refused
        assign_owners(found, listed, layout, root)
    elif suffix(root.name) in GRADED:
        id = flat(root.name, found.on_roster) or root.parent.name
        found.add(File((root.name,), root, handed_in=changed(root)), [Owner(id)], root.name)
    else:
        raise WrongUse(
            N_("`{path}` is nothing that can be graded: give a directory, a `.zip`, a `.py` or an `.ipynb`."), path=root
        )
    piles = found.settled()
    present = {pile.student.id for pile in piles}
    absent = [student for student in (roster or Roster()).students.values() if student.id not in present]
    total = sum(max(len(pile.files), 1) for pile in piles)
    return Collection(total, tuple(absent), piles, frozenset(["", *names]))


def _listed(root: Path) -> Iterator[File]:
    """What lies in a directory, and in the archives there."""
    for file in walk(root):
        if file.directory or file.problem is not None or file.suffix != ARCHIVE:
            yield file
            continue
        try:
            yield from entries(file.path, file.parts)
        except Refused as refused:
            yield replace(file, problem=refused.note)
        else:
            # its owner handed in something, even if it is empty
            yield replace(file, directory=True)


def _submissions(pile: StudentFiles, reader: Reader) -> Iterator[Submission]:
    if not pile.files:
        yield _refusal(pile, None, pile.refused or Note("nothing-found"))
    elif len(pile.files) > MOST_FILES and pile.student.id:
        yield _refusal(pile, None, Note("too-many-files", {"limit": MOST_FILES}))
    else:
        left = MOST_BYTES
        alike = Counter(_alike(handed) for handed in pile.files)
        told: set[str] = set()
        for handed in sorted(pile.files, key=lambda handed: (handed.handed_in, handed.file.parts)):
            key = _alike(handed)
            if key in told:
                continue
            told.add(key)
            problem = handed.file.problem or pile.refused or (Note("same-name") if alike[key] > 1 else None)
            if problem is not None:
                yield _refusal(pile, handed, problem)
                continue
            try:
                content = reader.read(handed.file, LARGEST[handed.file.suffix])
                left -= len(content)
                if left < 0:
                    yield _refusal(pile, handed, Note("too-much", {"limit": MOST_BYTES}))
                    return
                for answer in _answers(handed, content):
                    yield _submission(pile, handed, answer)
            except Refused as refused:
                yield _refusal(pile, handed, refused.note)


def _alike(handed: HandedFile) -> str:
    return "/".join(map(fold, handed.file.parts))


def _answers(handed: HandedFile, content: bytes) -> list[Answer]:
    try:
        text = content.decode("utf-8-sig")
        if not text.strip():
            raise Refused("empty")
        is_notebook = handed.file.suffix == ".ipynb"
        answers = notebook.answers(text, handed.name) if is_notebook else recognize.answers(handed.name, text)
        for answer in answers:
            if "\0" in answer.source:
                raise Refused("null-bytes")
            if not answer.source.strip():
                raise Refused("empty")
            # a notebook's JSON can hold half a surrogate pair, which is no text
            if len(answer.source.encode()) > LARGEST[".py"]:
                raise Refused("too-large", limit=LARGEST[".py"])
    except UnicodeError:
        raise Refused("not-utf8") from None
    if not answers:
        raise Refused("no-exercise")
    return answers


def _submission(pile: StudentFiles, handed: HandedFile, answer: Answer) -> Submission:
    return Submission(
        pile.student,
        answer.exercise.name,
        answer.setting,
        shown(handed.file.parts),
        answer.source,
        hashlib.sha256(answer.source.encode()).hexdigest(),
        handed.handed_in,
        notes=(*pile.notes, *answer.notes, *((Note("marked-late"),) if handed.late else ())),
    )


def _refusal(pile: StudentFiles, handed: HandedFile | None, why: Note) -> Submission:
    """One line for something that is not graded; the exercise, if its name tells it."""
    about = named(handed.name) if handed is not None and not plainly_other(handed.name) else None
    origin = shown(handed.file.parts) if handed is not None else pile.origin
    return Submission(
        pile.student,
        about.exercise.name if about else "",
        about.setting if about else "plain",
        origin,
        "",
        hashlib.sha256(f"{origin}\n{why.name}".encode()).hexdigest(),
        handed.handed_in if handed is not None else "",
        refused=why,
        notes=pile.notes,
    )
