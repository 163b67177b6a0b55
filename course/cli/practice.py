"""The commands of a learner's exercises: `exercises`, `start`, `check`, `hint` and `watch`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import framework_option, lang_option
from course.frameworks import known_frameworks
from course.i18n import N_
from course.message import WrongUse

if TYPE_CHECKING:
    from course.terminal.progress import Progress


def exercise_name(names: Sequence[str]) -> str:
    """The name of an exercise on a command line, where that of a case may be two words: `case no-loss`."""
    return "-".join(names)


def _progress() -> Progress:
    from course.terminal.progress import Progress, default_path

    return Progress(default_path())


@click.command("exercises", LocalizedCommand, help=N_("List the exercises, their points and your progress."))
@click.option("--reset", is_flag=True, help=N_("Delete your recorded progress first."))
@lang_option
@click.pass_obj
def exercises_command(language: str, reset: bool) -> None:
    """List the exercises."""
    from course.terminal import practice

    progress = _progress()
    if reset:
        progress.reset()
    practice.overview(terminal_on(sys.stdout, language), progress)


@click.command("cases", LocalizedCommand, help=N_("List the cases: scripts that fail, by what there is to be seen."))
@lang_option
@click.pass_obj
def cases_command(language: str) -> None:
    """List the cases."""
    from course.terminal import practice

    practice.list_cases(terminal_on(sys.stdout, language), _progress())


@click.command(
    "start",
    LocalizedCommand,
    help=N_("Start an exercise, or a case by `case NAME`: write its file and its task into a directory."),
)
@click.argument("names", nargs=-1, required=True, metavar="NAME")
@framework_option
@click.option(
    "--to", metavar="DIR", default="answers", help=N_("The directory for your answers; the default is `answers`.")
)
@click.option("--draw", is_flag=True, help=N_("With `case`: draw a case of your own, which nobody else has."))
@click.option(
    "--student", metavar="ID", default="", help=N_("With `--draw`: your id in the course; your case follows from it.")
)
@click.option(
    "--course", metavar="NAME", default="", help=N_("With `--draw`: the name of the course, from your teacher.")
)
@click.option("--again", is_flag=True, help=N_("Keep your earlier file under another name, and begin with a new one."))
@lang_option
@click.pass_obj
def start_command(
    language: str,
    names: tuple[str, ...],
    framework: str | None,
    to: str,
    draw: bool,
    student: str,
    course: str,
    again: bool,
) -> None:
    """Write the starter and the task of an exercise."""
    from course.terminal import practice

    known_frameworks(framework)
    terminal = terminal_on(sys.stdout, language)
    name = exercise_name(names)
    if draw or name == "case":
        if name != "case" or not draw or bool(student) != bool(course):
            raise WrongUse(
                N_(
                    "Write `start case NAME` for a case of the list, `start case --draw` for a drawn one, or `start case --draw --student ID --course NAME` for your own in a course."
                )
            )
        name = practice.draw_name(_progress(), student, course, framework)
    practice.start(terminal, _progress(), name, framework, to, again)


@click.command(
    "check",
    LocalizedCommand,
    help=N_("Check an answer, or every answer in a directory: see what passes, what fails, and a suitable hint."),
)
@click.argument("file")
@click.option(
    "--exercise", metavar="NAME", help=N_("The exercise, if the name of the file does not say which one it is.")
)
@framework_option
@click.option(
    "--check", metavar="NAME", help=N_("Let the exit code say whether this check passed; the default is all checks.")
)
@lang_option
@click.pass_obj
def check_command(language: str, file: str, exercise: str | None, framework: str | None, check: str | None) -> int:
    """Check an answer, and return the exit code: 1 if it, or the check that is asked for, did not pass."""
    from course.terminal import checking

    known_frameworks(framework)
    terminal = terminal_on(sys.stdout, language)
    path = Path(file)
    if path.is_dir():
        return int(not all(each.passed for each in checking.check_directory(terminal, _progress(), path)))
    checked = checking.check_file(terminal, _progress(), path, exercise, framework, only=check)
    return int(any(each.state != "passed" for each in checked.verdicts if check in (None, each.check)))


@click.command("hint", LocalizedCommand, help=N_("Show the next hint for an exercise, or for a case by `case NAME`."))
@click.argument("names", nargs=-1, metavar="[NAME]")
@click.option("--level", metavar="N", type=click.IntRange(1, 3), help=N_("The number of the hint, from 1 to 3."))
@click.option("--encoded", is_flag=True, help=N_("Print the hint encoded, so that you do not read it by accident."))
@click.option("--decode", metavar="TEXT", help=N_("Decode an encoded hint."))
@lang_option
@click.pass_obj
def hint_command(language: str, names: tuple[str, ...], level: int | None, encoded: bool, decode: str | None) -> None:
    """Show a hint, or decode one."""
    from course.spoiler import turn
    from course.terminal import practice

    if decode is not None:
        print(turn(decode))
        return
    practice.hint(terminal_on(sys.stdout, language), _progress(), exercise_name(names) or None, level, encoded)


@click.command("watch", LocalizedCommand, help=N_("Check each answer in a directory every time its file is saved."))
@click.argument("directory", required=False, default="answers", metavar="[DIR]")
@lang_option
@click.pass_obj
def watch_command(language: str, directory: str) -> None:
    """Check the answers in a directory until Ctrl-C."""
    from course.terminal.watch import watch

    watch(terminal_on(sys.stdout, language), _progress(), Path(directory))


@click.command(
    "stop",
    LocalizedCommand,
    help=N_("End the background process that `check` and `watch` keep for the next check; it also ends by itself."),
)
@lang_option
@click.pass_obj
def stop_command(language: str) -> None:
    """End the background processes of this user."""
    from course.grading.running.background import stop

    terminal = terminal_on(sys.stdout, language)
    terminal.paragraph(
        N_("The background process has been ended.") if stop() else N_("No background process is running.")
    )
