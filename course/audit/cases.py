"""The contract of the cases: the working script passes, the wrong one shows its symptom, and repairs get what they deserve."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.audit.answers import Children
from course.audit.complaint import Complaint
from course.audit.exercises import declared_mistakes
from course.case import Case, Program
from course.cases.judging import broken_script, exercise_of, program_text
from course.contents import programs
from course.exercise import Exercise
from course.grading.check import Checked, check
from course.i18n import N_
from course.paths import CHECKOUT
from course.script import ScriptError, read

REPAIRS = CHECKOUT / "tests" / "repairs"
"""The kept repairs: `PROGRAM/MISTAKE/right` and `sham`. Those in `PROGRAM/sham` are for every case of the program, and those
in `PROGRAM/right` write parts of its working script in another way."""


def case_complaints() -> Iterator[Complaint]:
    """Complain of the declarations and files of the cases. Runs none of them."""
    names = [case.name for program in programs() for case in program.cases]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Complaint(name, N_("Two cases have this name."))
    for program in programs():
        known = {case.file for case in program.cases}
        for path in sorted((program.folder / "broken").glob("*.py")):
            if path.name not in known:
                yield Complaint(
                    f"{program.name}/{path.name}", N_("No case declares this cell: declare it, or delete it.")
                )
        for case in program.cases:
            yield from _declaration(program, case)


def _declaration(program: Program, case: Case) -> Iterator[Complaint]:
    where = f"{program.name}/{case.name}"
    try:
        broken = program_text(broken_script(program, case))
    except (ScriptError, OSError) as error:
        yield Complaint(where, N_("This is not a script of cells: {reason}."), {"reason": error})
        return
    if broken == program_text(read(program.folder / "script.py")):
        yield Complaint(where, N_("The wrong cell is the cell of the script: write what is wrong into it."))
    words = (case.symptom, case.note, case.title, case.why, case.lookalikes, *case.hints)
    if not all(words) or len(set(case.hints)) != 3:
        yield Complaint(
            where, N_("A case has a symptom, a note, three hints, a title, a cause, and what looks like it.")
        )
    if (case.libraries == "everywhere") == bool(case.reason):
        yield Complaint(where, N_("A case that does not show on all libraries says why, and no other does."))
    for name in sorted(set(case.free) - set(program.facts)):
        yield Complaint(where, N_("A repair may set `{name}`, but the program has no such fact."), {"name": name})


def run_complaints(program: Program, case: Case, alive: Children, seeds: Sequence[int]) -> Iterator[Complaint]:
    """Run the script of a case, its kept repairs and, with the first case of a program, the working script."""
    if case is program.cases[0]:
        yield from program_complaints(program, alive, seeds)
    yield from symptom_complaints(program, case, alive, seeds)
    for path in repairs(program, case):
        yield from repair_complaints(program, case, path, alive, seeds)


def program_complaints(program: Program, alive: Children, seeds: Sequence[int]) -> Iterator[Complaint]:
    """Run the working script, and complain where it does not pass."""
    exercise = exercise_of(program, program.cases[0])
    text = program_text(read(program.folder / "script.py"))
    for seed in seeds:
        yield from _not_right(program.name, _checked(exercise, program, text, alive, seed))


def symptom_complaints(program: Program, case: Case, alive: Children, seeds: Sequence[int]) -> Iterator[Complaint]:
    """Run the script of a case as a learner gets it, and complain where it does not show the symptom."""
    exercise = exercise_of(program, case)
    text = program_text(broken_script(program, case))
    expected = ("runs", "same-error") if case.raises else (case.fails, "")
    for seed in seeds:
        checked = _checked(exercise, program, text, alive, seed)
        failed = [verdict for verdict in checked.verdicts if verdict.state == "failed"]
        seen = (failed[0].check, failed[0].mistake) if failed else ("", "")
        if seen[0] != expected[0] or (expected[1] and seen != expected):
            values = {"seed": seed, "found": "/".join(seen), "data": dict(failed[0].data) if failed else {}}
            yield Complaint(
                f"{program.name}/{case.name}",
                N_("The script does not show its symptom: {found} (seed {seed}: {data})."),
                values,
            )


def repair_complaints(
    program: Program, case: Case, path: Path, alive: Children, seeds: Sequence[int]
) -> Iterator[Complaint]:
    """Run a kept repair, and complain if a right one does not pass, or a sham one does or is not refused as its first line says."""
    exercise = exercise_of(program, case)
    whole = path.parent == REPAIRS / program.name / "right"
    script = read(program.folder / "script.py") if whole else broken_script(program, case)
    text = repaired_text(program_text(script), path.read_text(encoding="utf-8"))
    where = f"{program.name}/{case.name}/{path.parent.name}/{path.stem}"
    for seed in seeds:
        checked = _checked(exercise, program, text, alive, seed)
        if path.parent.name == "right":
            yield from _not_right(where, checked)
            continue
        failed = [verdict for verdict in checked.verdicts if verdict.state == "failed"]
        said = [verdict.mistake for verdict in failed]
        meant = declared_mistakes(path)
        if not said or (meant and not set(said) & set(meant)):
            values = {
                "meant": ", ".join(meant) or "–",
                "found": ", ".join(said) or "–",
                "seed": seed,
                "data": dict(failed[0].data) if failed else {},
            }
            yield Complaint(
                where, N_("This answer should get {meant}, but it gets {found} (seed {seed}: {data})."), values
            )


def repairs(program: Program, case: Case) -> list[Path]:
    """The files of the kept repairs of a case: its own, the shams for every case of its program, and, with the first case, the program's right ones."""
    own, shared = REPAIRS / program.name / case.mistake, REPAIRS / program.name
    places = [own / "right", own / "sham", shared / "sham", *([shared / "right"] if case is program.cases[0] else [])]
    return [path for place in places for path in sorted(place.glob("*.py"))]


def repaired_text(text: str, repair: str) -> str:
    """The text of a script in which functions are replaced by those of the same names of a repair.

    What else stands in the repair, such as imports and further functions, is put before the script's first function.
    """
    lines = text.splitlines()
    mine = {node.name: node for node in ast.parse(repair).body if isinstance(node, ast.FunctionDef)}
    more = [node for node in ast.parse(repair).body if not isinstance(node, ast.FunctionDef)]
    theirs = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    new = [node for name, node in mine.items() if name not in {each.name for each in theirs}]
    for node in reversed(theirs):
        if node.name in mine:
            lines[_begin(node) : node.end_lineno] = ast.unparse(mine[node.name]).splitlines()
    before = [line for node in (*more, *new) for line in ast.unparse(node).splitlines()]
    first = _begin(theirs[0])
    return "\n".join([*lines[:first], *before, "", "", *lines[first:]]) + "\n"


def _begin(node: ast.FunctionDef) -> int:
    """The place of the first line of a function, its decorators included."""
    return min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1


def _checked(exercise: Exercise, program: Program, text: str, alive: Children, seed: int) -> Checked:
    setting = program.framework
    return check(exercise, text, exercise.file_name(setting), alive(setting), seed)


def _not_right(where: str, checked: Checked) -> Iterator[Complaint]:
    for verdict in checked.verdicts:
        if verdict.state == "failed":
            values = {
                "check": verdict.check,
                "found": verdict.mistake,
                "seed": checked.seed,
                "data": dict(verdict.data),
            }
            yield Complaint(
                where, N_("This answer should pass, but `{check}` says {found} (seed {seed}: {data})."), values
            )
