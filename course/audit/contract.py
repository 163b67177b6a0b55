"""The contract of the content: what must be true of every chapter, every word, every exercise and every answer kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from course.audit.cases import case_complaints, run_complaints
from course.audit.catalogues import update_catalogues, word_complaints
from course.audit.chapters import chapter_complaints
from course.audit.complaint import Complaint
from course.audit.exercises import exercise_complaints
from course.audit.recordings import recording_complaints
from course.contents import CASES

__all__ = ["PARTS", "Complaint", "audit", "update_catalogues"]


READ: Mapping[str, Callable[[], Iterator[Complaint]]] = {
    "chapters": chapter_complaints,
    "words": word_complaints,
    "exercises": exercise_complaints,
    "cases": case_complaints,
    "recordings": recording_complaints,
}
PARTS = (*READ, "answers")


def audit(names: Sequence[str] = (), doing: Callable[[str], None] = lambda name: None) -> Iterator[Complaint]:
    """Yield everything that breaks the contract.

    Args:
        names: of parts, of exercises whose answers are run, or of cases (`case-no-loss`) or their programs, which are run with
            their kept repairs; by default everything. `answers` are those of all exercises, and all cases; they are run, in
            processes of their own, for the frameworks that are installed. The other parts only read.
        doing: called with the name of each part before it begins.

    Raises:
        WrongUse: there is no part and no exercise of a name.
    """
    from course.contents import cases, exercises, find_exercise, programs

    chosen_names = names or PARTS
    known_programs = {program.name for program in programs()}
    found = [find_exercise(name) for name in chosen_names if name not in PARTS and name not in known_programs]
    chosen = [exercise for exercise in found if exercise.chapter != CASES]
    chosen_cases = [
        (program, case)
        for program, case in cases()
        if {"answers", program.name, f"case-{case.name}"} & set(chosen_names)
    ]
    for name, read in READ.items():
        if name in chosen_names:
            doing(name)
            yield from read()
    if "answers" in chosen_names:
        chosen = list(exercises())
    if chosen:
        from course.audit.answers import Children, installed_complaints

        with Children(chosen) as alive:
            for exercise in chosen:
                doing(exercise.name)
                yield from installed_complaints(exercise, alive)
    if chosen_cases:
        from course.audit.answers import Children
        from course.contents import case_exercises

        with Children(case_exercises()) as alive:
            for program, case in chosen_cases:
                doing(f"{program.name}/{case.name}")
                yield from run_complaints(program, case, alive, (0,))
