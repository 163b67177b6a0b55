"""The commands of `python -m course bundle`: write what Gradescope, or a class on GitHub, grades with."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand, LocalizedGroup
from course.cli.options import framework_option, lang_option, place
from course.frameworks import available, known_frameworks
from course.i18n import N_, format_number
from course.message import WrongUse


@click.command(
    "gradescope",
    LocalizedCommand,
    help=N_("Write an autograder for Gradescope: an archive that installs the grader and grades one exercise."),
)
@click.option("--exercise", metavar="NAME", help=N_("The exercise to grade."))
@framework_option
@click.option(
    "--out", metavar="FILE", default="autograder.zip", help=N_("The archive; the default is `autograder.zip`.")
)
@click.option(
    "--index",
    metavar="URL",
    help=N_("One more package index to install from, for example one with PyTorch for the CPU alone."),
)
@lang_option
@click.pass_obj
def gradescope_command(language: str, exercise: str | None, framework: str | None, out: str, index: str | None) -> None:
    """Write the archive, and say what to do with it."""
    from course.bundle.gradescope import bundle
    from course.contents import choose_setting, find_exercise

    if exercise is None:
        raise WrongUse(N_("The exercise is missing: name one with `--exercise NAME`."))
    known_frameworks(framework)
    chosen = find_exercise(exercise)
    setting = choose_setting(chosen, framework, available())
    path = Path(out)
    if path.suffix != ".zip" or path.is_dir():
        raise WrongUse(N_("`{path}` is not the name of an archive: name a file that ends in `.zip`."), path=out)
    if index is not None and (urlsplit(index).scheme != "https" or index.split() != [index]):
        raise WrongUse(
            N_("The value given for `{option}` is not valid: `--help` says which values it takes."), option="--index"
        )
    size = bundle(chosen, setting, language, path, index)
    terminal = terminal_on(sys.stdout, language)
    terminal.paragraph(
        N_("`{path}` was written ({size} MB). Upload it as the autograder of an assignment with {points} points."),
        path=path,
        size=format_number(size / 1e6, language, 1),
        points=format_number(chosen.points, language, 0),
    )


@click.command(
    "classroom",
    LocalizedCommand,
    help=N_(
        "Write the files of an assignment's template repository on GitHub: starters, tasks, and a workflow that grades each push."
    ),
)
@click.option("--exercise", metavar="NAME", multiple=True, help=N_("An exercise; may be given several times."))
@framework_option
@click.option("--out", metavar="DIR", help=N_("The directory for the files."))
@click.option("--repository", metavar="OWNER/NAME", help=N_("The GitHub repository of this project, which grades."))
@click.option("--branch", metavar="NAME", help=N_("The branch of that repository."))
@lang_option
@click.pass_obj
def classroom_command(
    language: str,
    exercise: tuple[str, ...],
    framework: str | None,
    out: str | None,
    repository: str | None,
    branch: str | None,
) -> None:
    """Write the files, and list them."""
    from course.bundle.classroom import Assignment, bundle
    from course.contents import choose_setting, find_exercise

    if not exercise:
        raise WrongUse(N_("The exercise is missing: name one with `--exercise NAME`."))
    if out is None:
        raise WrongUse(N_("The directory is missing: name one with `--out DIR`."))
    known_frameworks(framework)
    chosen = [
        (each, choose_setting(each, framework, available())) for each in map(find_exercise, dict.fromkeys(exercise))
    ]
    if len({setting for _, setting in chosen} - {"plain"}) > 1:
        raise WrongUse(
            N_("These exercises need different frameworks: choose one with `--framework`, or make two assignments.")
        )
    written = bundle(Assignment(chosen, language, place(repository, branch)), Path(out))
    terminal = terminal_on(sys.stdout, language)
    for path in written:
        terminal.line(str(path))


@click.group(
    "bundle",
    cls=LocalizedGroup,
    help=N_(
        "Write what another system grades with: an autograder for Gradescope, or an assignment for a class on GitHub."
    ),
    commands=[gradescope_command, classroom_command],
)
def bundle_command() -> None:
    """Run one of the commands."""
