"""The contract of the exercises' declarations and files. Runs no answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter

from course.audit.complaint import Complaint
from course.contents import exercises, load_chapter, solution, starter
from course.exercise import Exercise, Mistake, Setting
from course.grading.feedback import FAILURES
from course.i18n import N_
from course.paths import CHECKOUT, solutions, starters
from course.script import Function, ScriptError, functions, read

SUBMISSIONS = CHECKOUT / "tests" / "submissions"
LEAST = {"right": 6, "wrong": 8}
"""The least number of answers of each kind that an exercise has in each setting."""
HEADER = "# mistake: "
"""The beginning of a wrong answer's first line; names of mistakes, or a reason of a failure, follow, separated by commas."""


def answers(exercise: Exercise, setting: Setting, kind: str) -> list[Path]:
    """The answers that are kept: kind is `right` or `wrong`."""
    directory = SUBMISSIONS / exercise.chapter / exercise.file_name(setting).removesuffix(".py")
    return sorted((directory / kind).glob("*.py"))


def declared_mistakes(path: Path) -> list[str]:
    """The mistakes that the first line of a wrong answer says it makes; empty if it says nothing."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    if not first.startswith(HEADER):
        return []
    return [name for each in first.removeprefix(HEADER).split(",") if (name := each.strip())]


def exercise_complaints() -> Iterator[Complaint]:
    """Complain of the exercises' files and declarations."""
    yield from name_complaints(exercises())
    for exercise in exercises():
        yield from _declaration(exercise)
        for setting in exercise.settings:
            yield from _files(exercise, setting)
        yield from mistake_complaints(exercise)
    known = {(each.chapter, each.file_name(setting)) for each in exercises() for setting in each.settings}
    for directory in (starters(), solutions()):
        for path in sorted(directory.rglob("*.*")):
            hidden = any(part.startswith((".", "__")) for part in path.relative_to(directory).parts)
            if not hidden and path.name != "ruff.toml" and (path.parent.name, path.name) not in known:
                yield Complaint(str(path.relative_to(directory.parent)), N_("No exercise has this file: delete it."))


def name_complaints(exercises: Sequence[Exercise]) -> Iterator[Complaint]:
    """Complain of names that several exercises have, in one chapter or in two."""
    names = Counter(each.name for each in exercises)
    files = Counter(each.file_name(setting) for each in exercises for setting in each.settings)
    for name, count in (names + files).items():
        if count > 1:
            yield Complaint(name, N_("Several exercises have this name: give each a name of its own."))


def _declaration(exercise: Exercise) -> Iterator[Complaint]:
    where = exercise.name
    if len(set(exercise.hints)) != 3 or not all(exercise.hints):
        yield Complaint(where, N_("An exercise has three hints, each more of a help than the one before."))
    names = [check.name for check in exercise.checks]
    for place, one in enumerate(exercise.checks):
        for name in one.needs:
            if name not in names[:place]:
                yield Complaint(f"{where}/{one.name}", N_("`{name}` is not an earlier check."), {"name": name})


def mistake_complaints(exercise: Exercise) -> Iterator[Complaint]:
    """Complain of mistakes that no wrong answer makes, and of wrong answers that do not say which mistake they make."""
    mistakes = list(dict.fromkeys(mistake.name for one in exercise.checks for mistake in one.mistakes))
    made: set[str] = set()
    for setting in exercise.settings:
        for path in answers(exercise, setting, "wrong"):
            where = f"{exercise.file_name(setting)}/wrong/{path.stem}"
            declared = declared_mistakes(path)
            made.update(declared)
            if not declared:
                yield Complaint(
                    where, N_("A wrong answer says in its first line which mistake it makes: `# mistake: …`.")
                )
            for name in declared:
                if name not in mistakes and name not in FAILURES:
                    yield Complaint(where, N_("The exercise has no mistake `{name}`."), {"name": name})
    for one in exercise.checks:
        for mistake in one.mistakes:
            yield from _veil_complaints(f"{exercise.name}/{mistake.name}", mistake)
    for name in mistakes:
        if name not in made:
            yield Complaint(f"{exercise.name}/{name}", N_("No wrong answer makes this mistake: write one."))


def _veil_complaints(where: str, mistake: Mistake) -> Iterator[Complaint]:
    shown, veiled = (
        {name for _, name, _, _ in Formatter().parse(each) if name} for each in (mistake.message, mistake.veiled)
    )
    if shown & mistake.secrets and not mistake.veiled:
        yield Complaint(
            where,
            N_(
                "The message shows `{name}`, which a class's reports must not: write another message for them, `veiled`."
            ),
            {"name": min(shown & mistake.secrets)},
        )
    if veiled & mistake.secrets:
        yield Complaint(
            where, N_("`veiled` shows `{name}`, which is withheld."), {"name": min(veiled & mistake.secrets)}
        )


def _files(exercise: Exercise, setting: Setting) -> Iterator[Complaint]:
    where = exercise.file_name(setting)
    try:
        asked = functions(starter(exercise, setting))
        solved = functions(solution(exercise, setting))
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
    for kind, least in LEAST.items():
        count = len(answers(exercise, setting, kind))
        if count < least:
            yield Complaint(
                f"{where}/{kind}",
                N_("There are {count} answers; {least} are needed."),
                {"count": count, "least": least},
            )


def _cells(exercise: Exercise, setting: Setting) -> dict[str, Function]:
    """The cells of the chapter's script: a function of the same name that a learner writes takes the same parameters."""
    track = load_chapter(exercise.chapter).tracks.get(setting) if setting != "plain" else None
    return {cell.name: cell.function for cell in read(track.parts[0].script).cells} if track else {}
