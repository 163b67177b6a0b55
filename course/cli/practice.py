"""The commands of a learner's exercises: `exercises`, `start`, `check`, `hint` and `watch`."""

from __future__ import annotations

import sys
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


def _progress() -> Progress:
    from course.terminal.progress import Progress, default_path

    return Progress(default_path())


@click.command("exercises", LocalizedCommand, help=N_("The exercises, their points, and how far you are."))
@click.option("--reset", is_flag=True, help=N_("First forget what you have reached."))
@lang_option
@click.pass_obj
def exercises_command(language: str, reset: bool) -> None:
    """List the exercises."""
    from course.terminal import practice

    progress = _progress()
    if reset:
        progress.reset()
    practice.overview(terminal_on(sys.stdout, language), progress)


@click.command(
    "start",
    LocalizedCommand,
    help=N_("Begin an exercise: write its starter and its task into a directory of yours."),
)
@click.argument("name")
@framework_option
@click.option("--to", metavar="DIR", default="answers", help=N_("The directory; without this, `answers`."))
@lang_option
@click.pass_obj
def start_command(language: str, name: str, framework: str | None, to: str) -> None:
    """Write the starter and the task of an exercise."""
    from course.terminal import practice

    known_frameworks(framework)
    practice.start(terminal_on(sys.stdout, language), name, framework, to)


@click.command(
    "check",
    LocalizedCommand,
    help=N_("Check an answer: what holds, what does not, and a hint that fits."),
)
@click.argument("file")
@click.option("--exercise", metavar="NAME", help=N_("The exercise, where the file's name does not say it."))
@framework_option
@lang_option
@click.pass_obj
def check_command(language: str, file: str, exercise: str | None, framework: str | None) -> int:
    """Check an answer, and return the exit code: 1 if it did not pass."""
    from course.terminal import practice

    known_frameworks(framework)
    terminal = terminal_on(sys.stdout, language)
    checked = practice.check_file(terminal, _progress(), Path(file), exercise, framework)
    return int(not checked.passed)


@click.command("hint", LocalizedCommand, help=N_("The next hint of an exercise."))
@click.argument("name", required=False)
@click.option("--level", metavar="N", type=click.IntRange(1, 3), help=N_("Which of the three hints to show."))
@click.option("--encoded", is_flag=True, help=N_("In a form that cannot be read at a glance."))
@click.option("--decode", metavar="TEXT", help=N_("Read an encoded hint."))
@lang_option
@click.pass_obj
def hint_command(language: str, name: str | None, level: int | None, encoded: bool, decode: str | None) -> None:
    """Show a hint, or decode one."""
    from course.spoiler import turn
    from course.terminal import practice

    if decode is not None:
        print(turn(decode))
        return
    if name is None:
        raise WrongUse(N_("Which exercise? Name it: `python -m course hint NAME`."))
    practice.hint(terminal_on(sys.stdout, language), _progress(), name, level, encoded)


@click.command("watch", LocalizedCommand, help=N_("Check the answers in a directory each time they are saved."))
@click.argument("directory", required=False, default="answers", metavar="[DIR]")
@lang_option
@click.pass_obj
def watch_command(language: str, directory: str) -> None:
    """Check the answers in a directory until Ctrl-C."""
    from course.terminal import practice

    practice.watch(terminal_on(sys.stdout, language), _progress(), Path(directory))
