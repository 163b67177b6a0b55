"""A learner's exercises in a terminal: list them, start one, check it, show a hint."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from shlex import quote

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from course.cases.drawing import DIGITS, drawn_name, token_of
from course.contents import (
    case_exercises,
    cases,
    choose_setting,
    command_name,
    exercises,
    find_exercise,
    is_case,
    load_chapter,
    programs,
    starter_text,
)
from course.environment import libraries_clash
from course.exercise import Exercise, Setting
from course.frameworks import FRAMEWORKS, available, known_frameworks
from course.grading.feedback import sentence, title
from course.i18n import N_, format_number, translate
from course.message import WrongUse
from course.spoiler import turn
from course.terminal.progress import Progress
from course.terminal.rendering import CODE, Terminal, grid
from course.terminal.verdicts import MARKS, show_frames

BAR = 30
"""The width of a bar of progress, in cells."""


def overview(terminal: Terminal, progress: Progress) -> None:
    """Print every exercise by chapter, with its points and those that were earned."""
    by_chapter: dict[str, list[Exercise]] = {}
    for exercise in exercises():
        by_chapter.setdefault(exercise.chapter, []).append(exercise)
    for chapter, together in by_chapter.items():
        terminal.print(Text(f"{chapter} · {terminal.say(load_chapter(chapter).title)}", "bold"))
        terminal.print(_table(terminal, progress, together))
        terminal.print()
    show_bar(terminal, progress)
    terminal.paragraph(N_("To begin an exercise, run `python -m course start NAME`."))


def list_cases(terminal: Terminal, progress: Progress) -> None:
    """Print every case by what there is to be seen, and never by its cause, with the points that were earned."""
    kind = ""
    for (program, case), exercise in zip(cases(), case_exercises(), strict=True):
        if program.kind != kind:
            kind = program.kind
            terminal.heading(f"{terminal.say(kind)} · {FRAMEWORKS[program.framework].title}")
        mark, style, earned = _reached(terminal, progress, exercise, program.framework)
        terminal.print(Text.assemble((f"{mark} ", style), (case.name, CODE), (f"  {earned}", "dim")))
        terminal.print(Padding(terminal.prose(terminal.say(case.symptom)), (0, 0, 0, 4)))
    terminal.print()
    show_bar(terminal, progress, case_exercises())
    terminal.paragraph(N_("To begin a case, run `python -m course start case NAME`."))


def _reached(terminal: Terminal, progress: Progress, exercise: Exercise, setting: Setting) -> tuple[str, str, str]:
    """The mark of what was reached in an exercise, its style, and the points of all points."""
    points = progress.points(exercise, setting)
    mark, style = MARKS["waiting" if points is None else "passed" if points == exercise.points else "failed"]
    earned = "–" if points is None else format_number(points, terminal.language, 0)
    return mark, style, f"{earned}/{format_number(exercise.points, terminal.language, 0)}"


def _table(terminal: Terminal, progress: Progress, listed: Sequence[Exercise]) -> Table:
    table = grid(4)
    for exercise in listed:
        for setting in exercise.settings:
            mark, style, earned = _reached(terminal, progress, exercise, setting)
            where = "" if setting == "plain" else FRAMEWORKS[setting].title
            table.add_row(
                Text.assemble((f"{mark} ", style), (exercise.name, CODE)),
                Text(where, "dim"),
                Text(earned),
                Text(terminal.say(exercise.title)),
            )
    return table


def show_bar_of(terminal: Terminal, progress: Progress, shown: Sequence[Exercise]) -> None:
    """Print the bar of the exercises, that of the cases, or both: those that some of the shown ones belong to."""
    if not shown or not all(map(is_case, shown)):
        show_bar(terminal, progress)
    if any(map(is_case, shown)):
        show_bar(terminal, progress, case_exercises())


def show_bar(terminal: Terminal, progress: Progress, listed: Sequence[Exercise] = ()) -> None:
    """Print how many exercises have full points, as a bar and in numbers; an exercise counts once, in whichever framework.

    Args:
        listed: the exercises; by default those of the chapters.
    """
    listed = listed or exercises()
    done = sum(progress.best(exercise) == exercise.points for exercise in listed)
    filled = done * BAR // len(listed)
    message = N_("Cases solved: {done} of {all}") if is_case(listed[0]) else N_("Exercises solved: {done} of {all}")
    words = terminal.say(
        message,
        done=format_number(done, terminal.language, 0),
        all=format_number(len(listed), terminal.language, 0),
    )
    terminal.print(Text.assemble(("━" * filled, "green"), ("━" * (BAR - filled), "dim"), f"  {words}"))
    terminal.print()


def start(terminal: Terminal, progress: Progress, name: str, framework: str | None, to: str, again: bool) -> Path:
    """Write the starter and the task into a directory of the learner's, over nothing, and show the task.

    Args:
        framework: by default that of the last start, where the exercise has it.
        again: whether an answer that is there is put aside, and the starter written anew.
    """
    exercise = find_exercise(name)
    setting = preferred_setting(progress, exercise, framework)
    target = Path(to) / exercise.file_name(setting)
    task = target.with_suffix(".md")
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = [_put_aside(path) for path in (target, task) if again and path.exists()]
    new = not target.exists()
    if not task.exists():
        task.write_text(task_text(exercise, setting, target, terminal.language), encoding="utf-8")
    if new:
        with target.open("x", encoding="utf-8") as file:
            file.write(starter_text(exercise, setting))
    if exercise.bring:
        exercise.bring(target.with_suffix(""))
    progress.record_start(exercise, setting)
    show_task(terminal, exercise, setting)
    if aside:
        terminal.paragraph(N_("Your earlier file was kept as `{path}`."), path=aside[0])
    if new:
        terminal.paragraph(N_("Your file is `{path}`. The task can be read again in `{task}`."), path=target, task=task)
    else:
        terminal.paragraph(
            N_(
                "Your file `{path}` exists already, and was not changed. To begin again with a new one, run `{command}`: it keeps your file under another name."
            ),
            path=target,
            command=f"{start_command(exercise, setting, to)} --again",
        )
    if exercise.bring:
        terminal.paragraph(
            N_(
                "Run it with `{command} {path}`. When you have repaired it, check it with `python -m course check {path}`."
            ),
            command="USE_TORCH=0 python" if setting == "tf" and libraries_clash() else "python",
            path=quote(str(target)),
        )
    else:
        terminal.paragraph(
            N_("Write your answer into it, and check it with `python -m course check {path}`."), path=quote(str(target))
        )
    return target


def draw_name(progress: Progress, student: str, course: str, framework: str | None) -> str:
    """The name of the exercise with the drawn case of a student in a course, or with one that is drawn now."""
    asked = known_frameworks(framework)
    known = [each for each in asked if any(program.framework == each for program in programs()) and available()[each]]
    last = progress.last_framework()
    setting = last if last in known else next(iter(known), asked[0])
    token = token_of(course, student) if student else token_hex(DIGITS // 2)
    return drawn_name(token, setting)


def preferred_setting(progress: Progress, exercise: Exercise, framework: str | None = None) -> Setting:
    """Return the setting of the framework that is asked for, by default of the one last started with.

    Raises:
        WrongUse: the exercise has no such setting.
    """
    last = progress.last_framework()
    if framework is None and last is not None and last in exercise.settings and available()[last]:
        return last
    return choose_setting(exercise, framework, available())


def show_task(terminal: Terminal, exercise: Exercise, setting: Setting) -> None:
    """Show the title and the task of an exercise."""
    terminal.heading(title(exercise, setting, terminal.language))
    for paragraph in exercise.task:
        terminal.paragraph(paragraph)


def start_command(exercise: Exercise, setting: Setting, to: str = "answers") -> str:
    """Return the command that starts an exercise in a setting."""
    framework = "" if len(exercise.settings) == 1 else f" --framework {setting}"
    where = "" if to == "answers" else f" --to {quote(to)}"
    return f"python -m course start {command_name(exercise.name)}{framework}{where}"


def _put_aside(path: Path) -> Path:
    """Rename a file to a name that is free, and return it."""
    number = 1
    while (other := path.with_name(f"{path.name}.{number}.bak")).exists():
        number += 1
    return path.rename(other)


def task_text(exercise: Exercise, setting: Setting, target: Path, language: str) -> str:
    """The task in Markdown."""
    paragraphs = [f"# {title(exercise, setting, language)}", *(translate(each, language) for each in exercise.task)]
    listed = [
        f"- {translate(each.title, language)} ({format_number(each.points, language, 0)})" for each in exercise.checks
    ]
    heading = translate(N_("What is checked, and the points"), language)
    commands = (
        f"```sh\npython -m course check {quote(str(target))}\npython -m course hint {command_name(exercise.name)}\n```"
    )
    return "\n\n".join([*paragraphs, f"## {heading}", "\n".join(listed), commands]) + "\n"


def _listed_with(exercise: Exercise) -> tuple[Exercise, ...]:
    return case_exercises() if is_case(exercise) else exercises()


def next_exercise(progress: Progress, exercise: Exercise) -> Exercise | None:
    """Return the next exercise that is not solved, in the order of the chapters and round again; None if all are solved."""
    listed = _listed_with(exercise)
    # a drawn case stands in no list
    place = listed.index(exercise) if exercise in listed else -1
    following = [*listed[place + 1 :], *listed[: max(place, 0)]]
    return next((each for each in following if progress.best(each) < each.points), None)


def hint(terminal: Terminal, progress: Progress, name: str | None, level: int | None, encoded: bool) -> None:
    """Show what the last check found, and the hint that fits it, or the next one, or that of a level.

    Raises:
        WrongUse: no exercise is named, and none was started yet.
    """
    exercise = progress.last_exercise() if name is None else find_exercise(name)
    if exercise is None:
        raise WrongUse(N_("The name of the exercise is missing: write `python -m course hint NAME`."))
    if name is None:
        terminal.print(Text(terminal.say(exercise.title), "bold"))
    found = progress.found(exercise)
    fitting = found.hint if found is not None else 0
    if level is None:
        if found is not None:
            titles = {each.name: each.title for each in exercise.checks}
            terminal.paragraph(
                N_("Your last check stopped at “{check}”: {reason}"),
                check=terminal.say(titles[found.verdict.check]),
                reason=sentence(exercise, found.verdict, terminal.language),
            )
            if found.verdict.frames:
                show_frames(terminal, found.verdict, found.file)
                terminal.gap()
        shown = progress.hints(exercise)
        order = [each for each in (fitting, 1, 2, 3) if each and each not in shown]
        if not order:
            terminal.paragraph(N_("You have seen all three hints. This is the one that fits best:"))
        level = order[0] if order else fitting or len(exercise.hints)
    text = terminal.say(exercise.hints[level - 1])
    progress.record_hint(exercise, level)
    terminal.print(Text(f"{level}/{len(exercise.hints)}", "dim"))
    terminal.print(terminal.prose(turn(text) if encoded else text))
