"""What must be true of the exercises: their files, and what becomes of every answer that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from course.audit.complaint import Complaint
from course.contents import exercises, load_chapter, solution, starter
from course.exercise import Exercise, Setting
from course.frameworks import installed
from course.grading.check import Checked, check
from course.grading.running.single import SingleProcess
from course.i18n import N_
from course.paths import CHECKOUT, solutions, starters
from course.script import Function, ScriptError, functions, read

SUBMISSIONS = CHECKOUT / "tests" / "submissions"
RIGHT, WRONG = 3, 8
"""How many answers of each kind an exercise has at least, in each setting."""


def answers(exercise: Exercise, setting: Setting, kind: str) -> list[Path]:
    """The answers that are kept: kind is `right` or `wrong`."""
    directory = SUBMISSIONS / exercise.chapter / exercise.file_name(setting).removesuffix(".py")
    return sorted((directory / kind).glob("*.py"))


def exercise_complaints() -> Iterator[Complaint]:
    """What is wrong with the exercises' files and declarations. Runs no answer."""
    for exercise in exercises():
        yield from _declaration(exercise)
        for setting in exercise.settings:
            yield from _files(exercise, setting)
    known = {(each.chapter, each.file_name(setting)) for each in exercises() for setting in each.settings}
    for directory in (starters(), solutions()):
        for path in sorted(directory.rglob("*.*")):
            hidden = any(part.startswith((".", "__")) for part in path.relative_to(directory).parts)
            if not hidden and path.name != "ruff.toml" and (path.parent.name, path.name) not in known:
                yield Complaint(str(path.relative_to(directory.parent)), N_("No exercise has this file: delete it."))


def _declaration(exercise: Exercise) -> Iterator[Complaint]:
    where = exercise.name
    if len(set(exercise.hints)) != 3 or not all(exercise.hints):
        yield Complaint(where, N_("An exercise has three hints, each more of a help than the one before."))
    names = [check.name for check in exercise.checks]
    for place, one in enumerate(exercise.checks):
        for name in one.needs:
            if name not in names[:place]:
                yield Complaint(f"{where}/{one.name}", N_("`{name}` is not an earlier check."), {"name": name})
        for mistake in one.mistakes:
            if not mistake.wrong:
                yield Complaint(f"{where}/{mistake.name}", N_("No wrong answer makes this mistake: write one."))
    there = {path.stem for setting in exercise.settings for path in answers(exercise, setting, "wrong")}
    declared = [name for one in exercise.checks for mistake in one.mistakes for name in mistake.wrong]
    declared += exercise.other
    for name in sorted(there ^ set(declared)):
        yield Complaint(
            f"{where}/{name}", N_("This wrong answer has no declaration, or this declaration has no answer.")
        )


def _files(exercise: Exercise, setting: Setting) -> Iterator[Complaint]:
    where = exercise.file_name(setting)
    try:
        asked, solved = functions(starter(exercise, setting)), functions(solution(exercise, setting))
    except (OSError, ScriptError) as error:
        yield Complaint(where, N_("The starter or the solution cannot be read: {reason}."), {"reason": error})
        return
    cells = _cells(exercise, setting)
    for name, function in asked.items():
        for other in (solved.get(name), cells.get(name, function)):
            if other is None or other.parameters != function.parameters:
                yield Complaint(
                    where, N_("`{name}` takes other parameters elsewhere than in the starter."), {"name": name}
                )
    for kind, least in (("right", RIGHT), ("wrong", WRONG)):
        count = len(answers(exercise, setting, kind))
        if count < least:
            yield Complaint(
                f"{where}/{kind}",
                N_("There are {count} answers; {least} are needed."),
                {"count": count, "least": least},
            )


def _cells(exercise: Exercise, setting: Setting) -> dict[str, Function]:
    """The cells of the chapter's script, which a learner's function of the same name replaces."""
    track = load_chapter(exercise.chapter).tracks.get(setting) if setting != "plain" else None
    return {cell.name: cell.function for cell in read(track.parts[0].script).cells} if track else {}


def installed_complaints(exercise: Exercise) -> Iterator[Complaint]:
    """What becomes of the answers to an exercise in each setting that is installed here."""
    for setting in exercise.settings:
        if setting == "plain" or installed(setting):
            with Children() as alive:
                yield from answer_complaints(exercise, setting, alive)


class Children:
    """Gives a process for a setting: the one that is there, or a new one where that has ended."""

    def __init__(self) -> None:
        self.started: dict[Setting, SingleProcess] = {}

    def __enter__(self) -> Children:
        return self

    def __exit__(self, *raised: object) -> None:
        for child in self.started.values():
            child.close()

    def __call__(self, setting: Setting) -> SingleProcess:
        if setting not in self.started or not self.started[setting].alive:
            self.started[setting] = SingleProcess(setting)
        return self.started[setting]


def answer_complaints(
    exercise: Exercise, setting: Setting, alive: Callable[[Setting], SingleProcess], seeds: Sequence[int] = (0,)
) -> Iterator[Complaint]:
    """Run every answer that is kept, and say which does not get what is meant for it.

    Args:
        alive: gives a process that can run an answer. All of these are ours, so they may share one.
        seeds: of the draws. The place of an answer is added, so that the answers together see many.
    """
    passing = [solution(exercise, setting), *answers(exercise, setting, "right")]
    failing = [starter(exercise, setting), *answers(exercise, setting, "wrong")]
    for place, path in enumerate([*passing, *failing]):
        for seed in seeds:
            source = path.read_text(encoding="utf-8")
            found = check(exercise, source, str(path), alive(setting), 100 * seed + place)
            where = f"{exercise.file_name(setting)}/{path.parent.name}/{path.stem}"
            if path in passing:
                yield from _not_passed(where, found)
            else:
                meant = ["not-started"] if place == len(passing) else meant_for(exercise, path.stem)
                yield from _not_meant(where, found, meant)


def meant_for(exercise: Exercise, name: str) -> list[str]:
    """The mistakes that a wrong answer is declared to show, or the failure; empty if it is not declared."""
    mistakes = [mistake for one in exercise.checks for mistake in one.mistakes]
    return [*(each.name for each in mistakes if name in each.wrong), *filter(None, [exercise.other.get(name)])]


def _not_passed(where: str, found: Checked) -> Iterator[Complaint]:
    for verdict in found.verdicts:
        if verdict.state != "passed":
            values = {"check": verdict.check, "found": verdict.mistake, "seed": found.seed, "data": dict(verdict.data)}
            yield Complaint(
                where, N_("This answer should pass, but `{check}` says {found} (seed {seed}: {data})."), values
            )


def _not_meant(where: str, found: Checked, meant: Sequence[str]) -> Iterator[Complaint]:
    """The first thing said must be meant, and everything meant must be said."""
    failed = [verdict for verdict in found.verdicts if verdict.state == "failed"]
    said = [verdict.mistake for verdict in failed]
    if not said or said[0] not in meant or not set(meant) <= set(said) or (found.points and "not-started" in meant):
        values = {
            "meant": ", ".join(meant) or "–",
            "found": ", ".join(said) or "–",
            "seed": found.seed,
            "data": dict(failed[0].data) if failed else {},
        }
        yield Complaint(where, N_("This answer should get {meant}, but it gets {found} (seed {seed}: {data})."), values)
