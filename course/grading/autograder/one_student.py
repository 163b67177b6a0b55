"""Grades one student's answers to the exercises of an assignment, which lie in a directory that is all the student's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from course.exercise import Exercise, Setting
from course.frameworks import imported_frameworks
from course.grading.grader import Grader
from course.grading.intake.collect import collect_one
from course.grading.records import Entry, Note, Student, Submission
from course.grading.running.sandbox_outside import Isolation


def grade(
    directory: Path, student: Student, wanted: Sequence[tuple[Exercise, Setting]], isolation: Isolation
) -> list[Entry]:
    """Grade the answer to each exercise, once; one that is missing or not to be read gets an entry that says so."""
    found = list(collect_one(directory, student))
    with Grader(isolation) as grader:
        entries = []
        for number, (exercise, setting) in enumerate(wanted, start=1):
            submission = answer_to(exercise, setting, found, student)
            result = grader.grade(submission)
            entries.append(Entry(number, submission, result, None, 0, result.points, True))
    return entries


def answer_to(exercise: Exercise, setting: Setting, found: Iterable[Submission], student: Student) -> Submission:
    """Return the one answer to an exercise in a setting; where there is not exactly one, a refused submission."""
    listed = [_in_setting(each, exercise, setting) for each in found]
    answers = [each for each in listed if (each.exercise, each.setting) == (exercise.name, setting)]
    readable = [each for each in answers if each.refused is None]
    if len(readable) == 1:
        return readable[0]
    if len(readable) > 1:
        files = ", ".join(each.origin for each in readable)
        return _refused(exercise, setting, student, Note("several-answers", {"files": files}))
    unknown = [each for each in listed if each.refused is not None and not each.exercise]
    if answers or len(unknown) == 1:
        # its reason says more than that there is no answer
        return replace((answers or unknown)[0], exercise=exercise.name, setting=setting)
    return _refused(exercise, setting, student, Note("no-answer", {"file": exercise.file_name(setting)}))


def _in_setting(submission: Submission, exercise: Exercise, setting: Setting) -> Submission:
    """Return the submission in the setting that is asked for, if neither its name nor its imports are for another."""
    by_function = any(note.name == "by-function" for note in submission.notes)
    if submission.exercise == exercise.name and by_function and not imported_frameworks(submission.source):
        return replace(submission, setting=setting)
    return submission


def _refused(exercise: Exercise, setting: Setting, student: Student, why: Note) -> Submission:
    return Submission(student, exercise.name, setting, "", "", "", refused=why)
