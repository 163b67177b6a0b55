"""`python -m course`: what there is, and the commands that are no lesson."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from course.cli.app import (
    LocalizedCommand,
    console,
    lang_option,
)
from course.frameworks import known_frameworks
from course.i18n import N_, translate
from course.message import WrongUse

if TYPE_CHECKING:
    from course.terminal.progress import Progress
    from course.terminal.screen import Terminal


FRAMEWORK = N_("The framework; where both are installed, TensorFlow.")


def practice_commands(language: str) -> dict[str, click.Command]:
    """The commands of the exercises."""

    def option(name: str, text: str, **settings: Any) -> click.Option:
        return click.Option([name], help=translate(text, language), **settings)

    def terminal() -> Terminal:
        from course.terminal.screen import Terminal

        return Terminal(console(sys.stdout), language)

    def progress() -> Progress:
        from course.terminal.progress import Progress, default_path

        return Progress(default_path())

    def list_all(reset: bool) -> None:
        from course.terminal.practice import overview

        if reset:
            progress().reset()
        overview(terminal(), progress())

    def start(name: str, framework: str | None, to: str) -> None:
        from course.terminal.practice import start

        known_frameworks(framework)
        start(terminal(), name, framework, to)

    def check(file: str, exercise: str | None, framework: str | None) -> int:
        from course.terminal.practice import check_file

        known_frameworks(framework)
        return int(not check_file(terminal(), progress(), Path(file), exercise, framework).passed)

    def hint(name: str | None, level: int | None, encoded: bool, decode: str | None) -> None:
        if decode is not None:
            from course.spoiler import turn

            print(turn(decode))
            return
        if name is None:
            raise WrongUse(N_("Which exercise? Name it: `python -m course hint NAME`."))
        from course.terminal.practice import hint

        hint(terminal(), progress(), name, level, encoded)

    def watch(directory: str) -> None:
        from course.terminal.practice import watch

        watch(terminal(), progress(), Path(directory))

    framework = option("--framework", FRAMEWORK, metavar="tf|pt")
    made = (
        (
            "exercises",
            N_("The exercises, their points, and how far you are."),
            list_all,
            [option("--reset", N_("First forget what you have reached."), is_flag=True)],
        ),
        (
            "start",
            N_("Begin an exercise: write its starter and its task into a directory of yours."),
            start,
            [
                click.Argument(["name"]),
                framework,
                option("--to", N_("The directory; without this, `answers`."), metavar="DIR", default="answers"),
            ],
        ),
        (
            "check",
            N_("Check an answer: what holds, what does not, and a hint that fits."),
            check,
            [
                click.Argument(["file"]),
                option("--exercise", N_("The exercise, where the file's name does not say it."), metavar="NAME"),
                framework,
            ],
        ),
        (
            "hint",
            N_("The next hint of an exercise."),
            hint,
            [
                click.Argument(["name"], required=False),
                option("--level", N_("Which of the three hints to show."), metavar="N", type=click.IntRange(1, 3)),
                option("--encoded", N_("In a form that cannot be read at a glance."), is_flag=True),
                option("--decode", N_("Read an encoded hint."), metavar="TEXT"),
            ],
        ),
        (
            "watch",
            N_("Check the answers in a directory each time they are saved."),
            watch,
            [click.Argument(["directory"], required=False, default="answers", metavar="[DIR]")],
        ),
    )
    return {
        name: LocalizedCommand(
            name, language, help=translate(text, language), callback=callback, params=[*params, lang_option(language)]
        )
        for name, text, callback, params in made
    }
