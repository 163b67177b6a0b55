"""Checks a learner's answers in a terminal, or on a page, and shows what was found."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from rich.text import Text

from course.contents import (
    all_exercises,
    choose_setting,
    exercise_of_file,
    find_exercise,
    is_case,
    solution,
    starter_text,
    wanted,
)
from course.exercise import Draw, Exercise, Failure, Setting
from course.frameworks import FRAMEWORKS, available, choose_framework, install
from course.grading.check import Checked, Runner, check
from course.grading.feedback import fitting_hint
from course.grading.intake.recognize import defined_functions, exercises_answered, imported_setting
from course.grading.judge import verdicts
from course.grading.running.background import runner
from course.grading.running.run import Outcome
from course.i18n import N_, format_number
from course.message import Choice, WrongUse
from course.paths import CHECKOUT
from course.screen import Screen
from course.terminal.practice import next_exercise, preferred_setting, show_bar_of, start_command
from course.terminal.progress import Progress
from course.terminal.rendering import CODE, Terminal, grid
from course.terminal.verdicts import MARKS, show

LARGEST = 1_000_000
"""The largest file that is taken for an answer, in bytes."""


def read_answer(path: Path) -> str:
    """The text of an answer.

    Raises:
        WrongUse: the file is missing, empty, too large, or not UTF-8.
    """
    if path.is_dir() or not path.exists():
        raise WrongUse(N_("There is no file `{path}`. Check its name and the current directory."), path=path)
    if path.stat().st_size > LARGEST:
        raise WrongUse(
            N_("The file `{path}` is too large for an answer. Name the file with your functions."), path=path
        )
    content = path.read_bytes()
    if not content.strip():
        raise WrongUse(N_("The file `{path}` is empty. Save your answer in it first."), path=path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongUse(
            N_("The file `{path}` is not encoded in UTF-8. Save it again with this encoding."), path=path
        ) from None


def exercise_of(path: Path, source: str, name: str | None, framework: str | None) -> tuple[Exercise, Setting]:
    """The exercise that a file answers: that of the name given, else that of the file's name, else that of its functions.

    Raises:
        WrongUse: the file fits no exercise or several, or the exercise's framework is not installed.
    """
    found = exercise_of_file(path)
    if name is None and found is not None and framework in (None, found[1]):
        exercise, setting = found
    else:
        exercise = find_exercise(name) if name is not None else _by_functions(path, source)
        setting = choose_setting(exercise, framework or imported_setting(exercise, source), available())
    if setting != "plain":
        choose_framework(setting)
    return exercise, setting


def _by_functions(path: Path, source: str) -> Exercise:
    matching = exercises_answered(defined_functions(source))
    if len(matching) != 1:
        raise WrongUse(
            N_(
                "The name of `{path}` does not say which exercise it answers. Name the exercise with `--exercise NAME`."
            ),
            path=path,
        )
    return matching[0]


def check_directory(terminal: Terminal, progress: Progress, directory: Path) -> list[Checked]:
    """Check every answer in a directory, in the order of the exercises, and show the points of all.

    Raises:
        WrongUse: there is no answer in it.
    """
    paths = answers_in(directory)
    if not paths:
        raise WrongUse(
            N_("There is no answer in `{path}`: `python -m course start NAME` writes the file for an exercise."),
            path=directory,
        )
    found = [check_file(terminal, progress, path, None, None, last=False) for path in paths]
    table = grid(3)
    for path, checked in zip(paths, found, strict=True):
        mark, style = MARKS["passed" if checked.passed else "failed"]
        points, most = (format_number(each, terminal.language, 0) for each in (checked.points, checked.exercise.points))
        best = progress.points(checked.exercise, checked.setting) or 0
        earlier = terminal.say(
            N_("(your best score: {points} of {most})"), points=format_number(best, terminal.language, 0), most=most
        )
        table.add_row(
            Text.assemble((f"{mark} ", style), (path.name, CODE)),
            Text(f"{points}/{most}"),
            Text(earlier if best > checked.points else "", "dim"),
        )
    terminal.heading(str(directory))
    terminal.print(table)
    terminal.print()
    show_bar_of(terminal, progress, [checked.exercise for checked in found])
    return found


def answers_in(directory: Path) -> list[Path]:
    """Return the files in a directory whose names are those of starters, in the order of the exercises."""
    names = [exercise.file_name(setting) for exercise in all_exercises() for setting in exercise.settings]
    return [path for name in names if (path := directory / name).is_file()]


def check_file(
    terminal: Terminal,
    progress: Progress,
    path: Path,
    name: str | None,
    framework: str | None,
    last: bool = True,
    only: str | None = None,
) -> Checked:
    """Check a file, show what holds and what does not, and keep the points.

    Args:
        last: whether nothing more is checked after it, so that the next exercise can be named.
        only: the check that somebody asks about, which the exercise must have.
    """
    source = read_answer(path)
    exercise, setting = exercise_of(path, source, name, framework)
    if only is not None and only not in [each.name for each in exercise.checks]:
        raise WrongUse(
            N_("The case `{name}` has no check `{check}`: choose {checks}.")
            if is_case(exercise)
            else N_("The exercise `{name}` has no check `{check}`: choose {checks}."),
            name=exercise.name.removeprefix("case-"),
            check=only,
            checks=Choice(each.name for each in exercise.checks),
        )
    if is_starter(exercise, setting, source):
        checked = not_started(exercise, setting, path)
    else:
        checked = _run(terminal, path, source, exercise, setting)
    show_checked(terminal, progress, checked, path)
    if checked.passed and last:
        show_solved(terminal, checked)
        following = next_exercise(progress, exercise)
        if following is not None:
            command = start_command(following, preferred_setting(progress, following))
            terminal.paragraph(
                N_("The next case is “{title}”: `{command}`.")
                if is_case(exercise)
                else N_("The next exercise is “{title}”: `{command}`."),
                title=terminal.say(following.title),
                command=command,
            )
    return checked


def is_starter(exercise: Exercise, setting: Setting, source: str) -> bool:
    """Whether a text is the starter as it was written."""
    return source.strip() == starter_text(exercise, setting).strip()


def not_started(exercise: Exercise, setting: Setting, path: Path) -> Checked:
    """The result of checking the starter itself, worked out without running it.

    Args:
        path: the file, as the learner named it.
    """
    if exercise.starter:
        failure = Failure("untouched", {"file": quote(str(path))})
    else:
        failure = Failure("not-started", {"function": wanted(exercise, setting)[0]["name"]})
    ran = Outcome(failure=failure)
    return Checked(exercise, setting, 0, verdicts(exercise, Draw({}), ran), ran)


def _run(terminal: Terminal, path: Path, source: str, exercise: Exercise, setting: Setting) -> Checked:
    with terminal.waiting() as waiting:

        def starting(ready: bool) -> None:
            if ready:
                waiting.on(N_("Running `{name}`"), name=path.name)
            elif setting == "plain":
                waiting.on(N_("Loading the libraries; the next check starts at once"))
            else:
                waiting.on(
                    N_("Loading {framework}; the next check starts at once"), framework=FRAMEWORKS[setting].title
                )

        with runner(exercise, setting, starting, keep=terminal.live) as started:
            return check(exercise, source, str(path), started)


def check_answer(
    screen: Screen, progress: Progress, path: Path, source: str, exercise: Exercise, runner: Runner
) -> Checked:
    """Check a text that answers an exercise, show what holds and what does not, and keep the points."""
    with screen.progress() as work:
        work.doing(exercise.name)
        checked = check(exercise, source, str(path), runner)
    show_checked(screen, progress, checked, path)
    return checked


def show_checked(screen: Screen, progress: Progress, checked: Checked, path: Path) -> None:
    """Show what a check found, and keep the points.

    Raises:
        WrongUse: the answer could not be run.
    """
    exercise, setting = checked.exercise, checked.setting
    failure = checked.ran.failure
    if failure is not None and failure.reason == "not-ready":
        raise WrongUse(
            N_(
                "The program that checks `{name}` could not start (`{reason}`). Install the packages again with `{command}`."
            ),
            name=exercise.name,
            reason=(checked.ran.noise.strip().splitlines() or ["–"])[-1],
            command=install(setting),
        )
    failed = next((verdict for verdict in checked.verdicts if verdict.state == "failed"), None)
    progress.record(exercise, setting, checked.points, failed, fitting_hint(exercise, checked.verdicts), path.name)
    show(screen, checked, path)


def show_solved(terminal: Terminal, checked: Checked) -> None:
    """Say that an exercise is solved, and in a checkout where a solution is to compare the answer with."""
    solved = (
        N_("All checks passed: the case is solved.")
        if is_case(checked.exercise)
        else N_("All checks passed: the exercise is solved.")
    )
    terminal.print(Text.assemble(("✓ ", "green"), (terminal.say(solved), "bold")))
    terminal.print(terminal.prose(terminal.say(checked.exercise.solved)))
    terminal.gap()
    answer = solution(checked.exercise, checked.setting)
    if answer.is_file():
        where = answer.relative_to(CHECKOUT) if Path.cwd() == CHECKOUT else answer
        terminal.paragraph(N_("Compare your answer with a solution of ours: `{path}`."), path=where)
