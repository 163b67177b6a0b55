"""A learner's exercises in a terminal: list them, start one, check it, show a hint, watch a directory."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from rich.table import Table
from rich.text import Text

from course.contents import choose_setting, exercise_of_file, exercises, find_exercise, load_chapter, starter, wanted
from course.exercise import Exercise, Setting
from course.frameworks import FRAMEWORKS, available, choose_framework, install
from course.grading.check import Checked, check
from course.grading.feedback import title
from course.grading.running.single import SingleProcess
from course.i18n import N_, format_number, translate
from course.message import WrongUse
from course.screen import Screen
from course.spoiler import turn
from course.terminal.progress import Progress
from course.terminal.rendering import CODE, Terminal, grid
from course.terminal.verdicts import MARKS, show

LARGEST = 1_000_000
"""The largest file that is taken for an answer, in bytes."""


def overview(terminal: Terminal, progress: Progress) -> None:
    """Print every exercise by chapter, with its points and those that were earned."""
    by_chapter: dict[str, list[Exercise]] = {}
    for exercise in exercises():
        by_chapter.setdefault(exercise.chapter, []).append(exercise)
    for chapter, together in by_chapter.items():
        terminal.print(Text(f"{chapter} · {terminal.say(load_chapter(chapter).title)}", "bold"))
        terminal.print(_table(terminal, progress, together))
        terminal.print()
    terminal.paragraph(N_("To begin an exercise, run `python -m course start NAME`."))


def _table(terminal: Terminal, progress: Progress, listed: Sequence[Exercise]) -> Table:
    table = grid(4)
    for exercise in listed:
        for setting in exercise.settings:
            points = progress.points(exercise, setting)
            mark, style = MARKS["waiting" if points is None else "passed" if points == exercise.points else "failed"]
            earned = "–" if points is None else format_number(points, terminal.language, 0)
            most = format_number(exercise.points, terminal.language, 0)
            where = "" if setting == "plain" else FRAMEWORKS[setting].title
            table.add_row(
                Text.assemble((f"{mark} ", style), (exercise.name, CODE)),
                Text(where, "dim"),
                Text(f"{earned}/{most}"),
                Text(terminal.say(exercise.title)),
            )
    return table


def start(terminal: Terminal, name: str, framework: str | None, to: str) -> None:
    """Write the starter and the task into a directory of the learner's, over nothing.

    Raises:
        WrongUse: there is no such exercise, or the answer is there already.
    """
    exercise = find_exercise(name)
    setting = choose_setting(exercise, framework, available())
    source = starter(exercise, setting)
    target = Path(to) / source.name
    task = target.with_suffix(".md")
    for path in (target, task):
        if path.exists():
            raise WrongUse(
                N_(
                    "The file `{path}` exists already, and was not changed. Choose another directory with `--to`, or move the file away."
                ),
                path=path,
            )
    target.parent.mkdir(parents=True, exist_ok=True)
    task.write_text(task_text(exercise, setting, target, terminal.language), encoding="utf-8")
    with target.open("x", encoding="utf-8") as file:
        file.write(source.read_text(encoding="utf-8"))
    terminal.heading(title(exercise, setting, terminal.language))
    for paragraph in exercise.task:
        terminal.paragraph(paragraph)
    terminal.paragraph(N_("Your file is `{path}`. The task can be read again in `{task}`."), path=target, task=task)
    terminal.paragraph(
        N_("Write your answer into it, and check it with `python -m course check {path}`."), path=quote(str(target))
    )


def task_text(exercise: Exercise, setting: Setting, target: Path, language: str) -> str:
    """The task in Markdown."""
    paragraphs = [f"# {title(exercise, setting, language)}", *(translate(each, language) for each in exercise.task)]
    listed = [
        f"- {translate(each.title, language)} ({format_number(each.points, language, 0)})" for each in exercise.checks
    ]
    heading = translate(N_("What is checked, and the points"), language)
    commands = f"```sh\npython -m course check {quote(str(target))}\npython -m course hint {exercise.name}\n```"
    return "\n\n".join([*paragraphs, f"## {heading}", "\n".join(listed), commands]) + "\n"


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
        setting = choose_setting(exercise, framework, available())
    if setting != "plain":
        choose_framework(setting)
    return exercise, setting


def _by_functions(path: Path, source: str) -> Exercise:
    try:
        defined = {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        defined = set()
    matching = [
        exercise
        for exercise in exercises()
        if any({each["name"] for each in wanted(exercise, setting)} <= defined for setting in exercise.settings)
    ]
    if len(matching) != 1:
        raise WrongUse(
            N_(
                "The name of `{path}` does not say which exercise it answers. Name the exercise with `--exercise NAME`."
            ),
            path=path,
        )
    return matching[0]


def check_file(terminal: Terminal, progress: Progress, path: Path, name: str | None, framework: str | None) -> Checked:
    """Check a file, show what holds and what does not, and keep the points."""
    source = read_answer(path)
    exercise, setting = exercise_of(path, source, name, framework)
    with SingleProcess(setting, exercise) as child:
        return check_answer(terminal, progress, path, source, child)


def check_answer(screen: Screen, progress: Progress, path: Path, source: str, child: SingleProcess) -> Checked:
    """Check a text that answers the exercise of a child, show what holds and what does not, and keep the points."""
    (exercise,) = child.exercises
    with screen.progress() as work:
        work.doing(exercise.name)
        checked = check(exercise, source, str(path), child)
    failure = checked.ran.failure
    if failure is not None and failure.reason == "not-ready":
        raise WrongUse(
            N_(
                "The program that checks `{name}` could not start (`{reason}`). Install the packages again with `{command}`."
            ),
            name=exercise.name,
            reason=(checked.ran.noise.strip().splitlines() or ["–"])[-1],
            command=install(child.setting),
        )
    progress.record(exercise, child.setting, checked.points)
    show(screen, checked, path)
    return checked


def hint(terminal: Terminal, progress: Progress, name: str, level: int | None, encoded: bool) -> None:
    """Show the next hint, or that of a level."""
    exercise = find_exercise(name)
    if level is None:
        level = min(progress.hints(exercise) + 1, len(exercise.hints))
    text = terminal.say(exercise.hints[level - 1])
    progress.record_hint(exercise, level)
    terminal.print(Text(f"{level}/{len(exercise.hints)}", "dim"))
    terminal.print(terminal.prose(turn(text) if encoded else text))


def watch(terminal: Terminal, progress: Progress, directory: Path) -> None:
    """Check every answer in a directory anew each time it is saved, until Ctrl-C.

    Raises:
        WrongUse: there is no such directory.
    """
    if not directory.is_dir():
        raise WrongUse(N_("There is no directory `{path}`. Check its name."), path=directory)
    spare: SingleProcess | None = None
    try:
        for path in _saved(directory):
            if path is None:
                terminal.paragraph(
                    N_("Watching `{path}`: a file is checked each time you save it. Press Ctrl-C to stop."),
                    path=directory.resolve(),
                )
                continue
            if exercise_of_file(path) is None:
                continue
            try:
                source = read_answer(path)
                exercise, setting = exercise_of(path, source, None, None)
                if spare is not None and (*spare.exercises, spare.setting) != (exercise, setting):
                    spare.close()
                    spare = None
                child = spare or SingleProcess(setting, exercise)
                # has its imports done by the next time the file is saved
                spare = SingleProcess(setting, exercise)
                with child:
                    check_answer(terminal, progress, path, source, child)
            except WrongUse as error:
                terminal.print(terminal.prose(error.sentence(terminal.language)))
    finally:
        if spare is not None:
            spare.close()


def _saved(directory: Path) -> Iterator[Path | None]:
    """Yield None when the directory begins to be watched; then each file that is saved, without end."""
    from watchfiles import Change, watch

    watching = False
    for changes in watch(directory, yield_on_timeout=True, rust_timeout=500):
        if not watching:
            watching = True
            yield None
        for path in sorted({Path(name) for change, name in changes if change is not Change.deleted}):
            if path.is_file():
                yield path
