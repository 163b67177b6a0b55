"""`python -m course notebooks`: write the chapters as notebooks for Colab and Jupyter."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import LANGUAGE_CHOICE
from course.i18n import N_, format_number, negotiate, translate_plural
from course.message import WrongUse

REPOSITORIES = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
BRANCHES = re.compile(r"\w[\w./+-]*", re.ASCII)


@click.command("notebooks", LocalizedCommand, help=N_("Write the chapters as notebooks for Colab and Jupyter."))
@click.option("--out", metavar="DIR", help=N_("The directory of the notebooks."))
@click.option("--chapter", metavar="NAME", help=N_("This chapter only."))
@click.option("--framework", metavar="tf|pt", help=N_("This framework only."))
@click.option("--lang", metavar=LANGUAGE_CHOICE, help=N_("This language only."))
@click.option("--repository", metavar="OWNER/NAME", help=N_("The repository on GitHub that they will lie in."))
@click.option("--branch", metavar="NAME", help=N_("Its branch."))
@click.option("--force", is_flag=True, help=N_("Overwrite files that this command has not made."))
@click.pass_obj
def notebooks_command(
    language: str,
    out: str | None,
    chapter: str | None,
    framework: str | None,
    lang: str | None,
    repository: str | None,
    branch: str | None,
    force: bool,
) -> None:
    """Write the notebooks asked for, and say how many."""
    from course.notebook.writing.front import BRANCH, REPOSITORY, Place
    from course.notebook.writing.publish import publish

    if out is None:
        raise WrongUse(N_("Where to? Name a directory with `--out DIR`."))
    if repository is not None and not REPOSITORIES.fullmatch(repository):
        raise WrongUse(N_("That is not a value for `{option}`: `--help` says what it takes."), option="--repository")
    if branch is not None and not BRANCHES.fullmatch(branch):
        raise WrongUse(N_("That is not a value for `{option}`: `--help` says what it takes."), option="--branch")
    place = Place(repository or REPOSITORY, branch or BRANCH)
    only = negotiate(lang) if lang is not None else None
    written = publish(Path(out), chapter, framework, only, place, force)
    count = len(written) - 1
    sentence = translate_plural(
        "{count} notebook written; {index} links to all.",
        "{count} notebooks written; {index} links to all.",
        count,
        language,
    )
    terminal_on(sys.stdout, language).line(sentence.format(count=format_number(count, language, 0), index=written[-1]))
