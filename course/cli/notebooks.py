"""`python -m course notebooks`: the chapters as notebooks for Colab and Jupyter."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from course.cli.app import LocalizedCommand, console
from course.i18n import N_, format_number, negotiate, translate, translate_plural
from course.message import WrongUse

REPOSITORIES = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
BRANCHES = re.compile(r"\w[\w./+-]*", re.ASCII)


def notebooks_command(language: str) -> click.Command:
    """The command, its help in a language."""

    def option(name: str, text: str, **settings: Any) -> click.Option:
        return click.Option([name], help=translate(text, language), **settings)

    return LocalizedCommand(
        "notebooks",
        language,
        help=translate(N_("Write the chapters as notebooks for Colab and Jupyter."), language),
        callback=lambda **options: _write(language, **options),
        params=[
            option("--out", N_("The directory of the notebooks."), metavar="DIR"),
            option("--chapter", N_("This chapter only."), metavar="NAME"),
            option("--framework", N_("This framework only."), metavar="tf|pt"),
            option("--lang", N_("This language only."), metavar="en|it|zh|ko"),
            option("--repository", N_("The repository on GitHub that they will lie in."), metavar="OWNER/NAME"),
            option("--branch", N_("Its branch."), metavar="NAME"),
            option("--force", N_("Overwrite files that this command has not made."), is_flag=True),
        ],
    )


def _write(
    language: str,
    out: str | None,
    chapter: str | None,
    framework: str | None,
    lang: str | None,
    repository: str | None,
    branch: str | None,
    force: bool,
) -> None:
    from course.notebook.writing.front import BRANCH, REPOSITORY, Place
    from course.notebook.writing.publish import publish
    from course.terminal.screen import Terminal

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
    said = translate_plural(
        "{count} notebook written; {index} links to all.",
        "{count} notebooks written; {index} links to all.",
        count,
        language,
    )
    terminal = Terminal(console(sys.stdout), language)
    terminal.line(said.format(count=format_number(count, language, 0), index=written[-1]))
