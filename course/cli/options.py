"""Options that several commands have, and the report that `--json` asks for."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from course.cli.app import writing
from course.i18n import N_, SHORT
from course.message import WrongUse

if TYPE_CHECKING:
    from course.notebook.writing.front import Place
    from course.terminal.rendering import Terminal

REPOSITORIES = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
BRANCHES = re.compile(r"\w[\w./+-]*", re.ASCII)
LANGUAGE_CHOICE = "|".join(SHORT.values())

# `run` reads `--lang` before the line is parsed
lang_option = click.option("--lang", metavar=LANGUAGE_CHOICE, expose_value=False, help=N_("The language of the texts."))
framework_option = click.option(
    "--framework", metavar="tf|pt", help=N_("The framework; the default is TensorFlow if both are installed.")
)
no_input_option = click.option("--no-input", is_flag=True, help=N_("Run straight through, and ask nothing."))
json_option = click.option(
    "--json",
    "report",
    metavar="FILE",
    help=N_("Write a report in JSON to this file; `-` means standard output, which then contains nothing else."),
)


def place(repository: str | None, branch: str | None) -> Place:
    """Return the repository and branch that `--repository` and `--branch` name.

    Raises:
        WrongUse: one is no such name.
    """
    from course.notebook.writing.front import BRANCH, Place
    from course.paths import REPOSITORY

    for option, value, form in (("--repository", repository, REPOSITORIES), ("--branch", branch, BRANCHES)):
        if value is not None and not form.fullmatch(value):
            raise WrongUse(
                N_("The value given for `{option}` is not valid: `--help` says which values it takes."), option=option
            )
    return Place(repository or REPOSITORY, branch or BRANCH)


def asks(no_input: bool, terminal: Terminal) -> bool:
    """Whether there is a person at a terminal who may be asked."""
    return not no_input and terminal.live and sys.stdin is not None and sys.stdin.isatty()


def check_report(name: str | None) -> None:
    """Make sure before the lesson that its report can be written.

    Raises:
        WrongUse: it cannot.
    """
    if name is None or name == "-":
        return
    path = Path(name)
    if not path.parent.is_dir() or path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise WrongUse(
            N_(
                "The report cannot be written to `{path}`: name a file in an existing directory in which you may write."
            ),
            path=name,
        )


def write_report(content: dict[str, Any], name: str | None) -> None:
    """Write a report to a file, or to standard output where the name is `-`; without a name, not at all."""
    import json

    if name is None:
        return
    text = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    if name == "-":
        with writing() as out:
            out.buffer.write(text.encode())
    else:
        Path(name).write_text(text, encoding="utf-8")
