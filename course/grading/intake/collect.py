"""Collects the submissions of a class from a directory, an archive or a file, with a reason for each unreadable one.

Only paths are held for the whole class. Contents are read one file at a time, as the submissions are iterated, and the
bytes that were read are hashed. A file with a problem becomes one refused submission of its own, and the next one
follows. `course.grading.intake.layouts` says how names are understood, `course.grading.intake.notebook` which cells
count, `course.grading.intake.recognize` which exercise a file answers.

A source is UTF-8, with or without a byte order mark; a declaration of another encoding (PEP 263) is not honoured. The
time of a file is Gradescope's `created_at`; else, in the archive of a whole class, that of its entry (which has no zone,
and is taken for UTC); else when the file was last changed. A file in a student's own archive is as old as the later of
the two: the entry says whatever the student wrote.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path

from course.cases.drawing import PREFIX, exercise_of_class, token_in, token_of
from course.contents import all_exercises, find_exercise
from course.grading.intake import notebook, recognize
from course.grading.intake.archive import Reader, entries
from course.grading.intake.files import (
    ARCHIVE,
    GRADED,
    File,
    Refused,
    fold,
    is_other_kind,
    modification_time,
    printable_path,
    suffix,
    walk,
)
from course.grading.intake.layouts import LAYOUTS, Owner, id_in_name
from course.grading.intake.recognize import Answer, match_name
from course.grading.intake.roster import Roster
from course.grading.intake.student_files import HandedFile, Sorting, StudentFiles, assign_owners
from course.grading.records import Note, Student, Submission, refuse
from course.i18n import N_
from course.message import Choice, WrongUse

LARGEST = {".py": 1_000_000, ".ipynb": 20_000_000}
"""The largest file that is read, in bytes."""
MOST_FILES = 1_000
"""The number of files of one student that are read."""
MOST_BYTES = 64_000_000
"""The number of bytes of one student that are read, all files together."""


@dataclass(frozen=True)
class Collection:
    """The submissions of a class: iterate it for them, by student, each student's in the order of handing in.

    Attributes:
        total: the number of files to read. It is not the number of submissions, since a notebook may hold several
            answers, and answers to exercises that are not asked for are left out.
        absent: the students on the roster who handed in nothing at all.
        course: the name of the course that drawn cases were drawn for; empty where it is not known.
    """

    total: int
    absent: tuple[Student, ...]
    _student_files: Sequence[StudentFiles]
    _only: frozenset[str]
    course: str = ""

    def __iter__(self) -> Iterator[Submission]:
        with Reader() as reader:
            # two sets of files have the same id only where it is in doubt whose they are
            for _, same_id in groupby(self._student_files, key=lambda student_files: student_files.student.id):
                attempts: Counter[str] = Counter()
                for submission in chain.from_iterable(_submissions(student_files, reader) for student_files in same_id):
                    name = exercise_of_class(submission.exercise)
                    if name in self._only:
                        attempts[name] += 1
                        yield self._drawn(replace(submission, attempt=attempts[name]))

    def _drawn(self, submission: Submission) -> Submission:
        """The submission, refused if it answers a case that was drawn for somebody else."""
        token = token_in(submission.exercise)
        if not self.course or not token or token == token_of(self.course, submission.student.id):
            return submission
        return refuse(submission, Note("other-draw", {"course": self.course}))


def collect(
    root: Path,
    *,
    layout: str = "auto",
    roster: Roster | None = None,
    language: str = "en",
    only: Sequence[str] = (),
    course: str = "",
) -> Collection:
    """List what was handed in, without reading it.

    Args:
        root: a directory, a zip archive, or one `.py` or `.ipynb` file; its name identifies the student, as in a flat
            layout, else the directory that it lies in.
        layout: one of LAYOUTS.
        language: of students who are not on the roster.
        only: names of exercises; answers to others are passed over.
        course: the name of the course that drawn cases were drawn for; without it, anybody's case counts.

    Raises:
        WrongUse: there is nothing there, or no such layout or exercise, or the archive or Gradescope's list is broken.
    """
    if layout not in LAYOUTS:
        raise WrongUse(N_("There is no layout `{name}`: choose {layouts}."), name=layout, layouts=Choice(LAYOUTS))
    names = [find_exercise(name).name for name in only] or [PREFIX, *(exercise.name for exercise in all_exercises())]
    if not root.exists():
        raise WrongUse(
            N_("There is no file or directory `{path}`: check its name and the directory that you are in."), path=root
        )
    root = root.resolve()
    sorting = Sorting(roster, language)
    if root.is_dir():
        assign_owners(sorting, _list_files(root), layout, None)
    elif suffix(root.name) == ARCHIVE:
        try:
            listed = entries(root, (root.name,))
        except Refused as refused:
            raise WrongUse(
                N_(
                    "The file `{path}` is not a readable zip archive: download it again, or unpack it and name the directory."
                ),
                path=root,
            ) from refused
        assign_owners(sorting, listed, layout, root)
    elif suffix(root.name) in GRADED:
        id = id_in_name(root.name, sorting.on_roster) or root.parent.name
        sorting.add(File((root.name,), root, handed_in=modification_time(root)), [Owner(id)], root.name)
    else:
        raise WrongUse(
            N_("`{path}` cannot be graded: name a directory, a `.zip` archive, a `.py` file or an `.ipynb` file."),
            path=root,
        )
    found = sorting.student_files()
    present = {student_files.student.id for student_files in found}
    absent = [student for student in (roster or Roster()).students.values() if student.id not in present]
    total = sum(max(len(student_files.files), 1) for student_files in found)
    return Collection(total, tuple(absent), found, frozenset(["", *names]), course)


def collect_one(root: Path, student: Student) -> Collection:
    """List what lies in a directory that is all one student's, without reading it. No name in it decides whose it is."""
    owner = Owner(student.id, student.name)
    sorting = Sorting(None, student.language)
    sorting.note_presence((), [owner])
    for file in _list_files(root.resolve()):
        if file.problem is not None or (not file.directory and file.suffix in GRADED):
            sorting.add(file, [owner], file.parts[-1])
    found = sorting.student_files()
    total = sum(max(len(student_files.files), 1) for student_files in found)
    return Collection(total, (), found, frozenset(["", PREFIX, *(exercise.name for exercise in all_exercises())]))


def _list_files(root: Path) -> Iterator[File]:
    """Give the files in a directory, and in the archives there."""
    for file in walk(root):
        if file.directory or file.problem is not None or file.suffix != ARCHIVE:
            yield file
            continue
        try:
            yield from entries(file.path, file.parts, file.handed_in)
        except Refused as refused:
            yield replace(file, problem=refused.note)
        else:
            # even an empty archive shows that its owner handed something in
            yield replace(file, directory=True)


def _submissions(student_files: StudentFiles, reader: Reader) -> Iterator[Submission]:
    if not student_files.files:
        yield _refusal(student_files, None, student_files.refused or Note("nothing-found"))
    elif len(student_files.files) > MOST_FILES and student_files.student.id:
        yield _refusal(student_files, None, Note("too-many-files", {"limit": MOST_FILES}))
    else:
        left = MOST_BYTES
        alike = Counter(_folded_path(handed) for handed in student_files.files)
        done: set[str] = set()
        for handed in sorted(student_files.files, key=lambda handed: (handed.handed_in, handed.file.parts)):
            key = _folded_path(handed)
            if key in done:
                continue
            done.add(key)
            problem = handed.file.problem or student_files.refused or (Note("same-name") if alike[key] > 1 else None)
            if problem is not None:
                yield _refusal(student_files, handed, problem)
                continue
            try:
                content = reader.read(handed.file, LARGEST[handed.file.suffix])
                left -= len(content)
                if left < 0:
                    yield _refusal(student_files, handed, Note("too-much", {"limit": MOST_BYTES}))
                    return
                for answer in _answers(handed, content):
                    yield _submission(student_files, handed, answer)
            except Refused as refused:
                yield _refusal(student_files, handed, refused.note)


def _folded_path(handed: HandedFile) -> str:
    return "/".join(map(fold, handed.file.parts))


def _answers(handed: HandedFile, content: bytes) -> list[Answer]:
    try:
        text = content.decode("utf-8-sig")
        if not text.strip():
            raise Refused("empty")
        is_notebook = handed.file.suffix == ".ipynb"
        answers = (
            notebook.answers_in_notebook(text, handed.name)
            if is_notebook
            else recognize.answers_in_file(handed.name, text)
        )
        for answer in answers:
            if "\0" in answer.source:
                raise Refused("null-bytes")
            if not answer.source.strip():
                raise Refused("empty")
            # a notebook's JSON can hold an unpaired surrogate, which `encode` refuses
            if len(answer.source.encode()) > LARGEST[".py"]:
                raise Refused("too-large", limit=LARGEST[".py"])
    except UnicodeError:
        raise Refused("not-utf8") from None
    if not answers:
        raise Refused("no-exercise")
    return answers


def limited(submissions: Iterable[Submission], attempts: int | None) -> Iterator[Submission]:
    """Give submissions, and refuse a student's attempts at an exercise beyond so many, from the first; None for no limit."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for submission in submissions:
        if submission.refused is None:
            attempt = (submission.student.id, submission.exercise, submission.setting)
            counted[attempt] += 1
            if attempts is not None and counted[attempt] > attempts:
                yield refuse(submission, Note("beyond-limit", {"limit": attempts}))
                continue
        yield submission


def _submission(student_files: StudentFiles, handed: HandedFile, answer: Answer) -> Submission:
    return Submission(
        student_files.student,
        answer.exercise.name,
        answer.setting,
        printable_path(handed.file.parts),
        answer.source,
        hashlib.sha256(answer.source.encode()).hexdigest(),
        handed.handed_in,
        notes=(*student_files.notes, *answer.notes, *((Note("marked-late"),) if handed.late else ())),
    )


def _refusal(student_files: StudentFiles, handed: HandedFile | None, why: Note) -> Submission:
    """Return a submission for a file that is not graded, with the exercise if its name tells it."""
    about = match_name(handed.name) if handed is not None and not is_other_kind(handed.name) else None
    origin = printable_path(handed.file.parts) if handed is not None else student_files.origin
    return Submission(
        student_files.student,
        about.exercise.name if about else "",
        about.setting if about else "plain",
        origin,
        "",
        hashlib.sha256(f"{origin}\n{why.name}".encode()).hexdigest(),
        handed.handed_in if handed is not None else "",
        refused=why,
        notes=student_files.notes,
    )
