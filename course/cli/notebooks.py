"""`python -m course notebooks`: write the chapters as notebooks for Colab and Jupyter."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import LANGUAGE_CHOICE, place
from course.i18n import N_, format_number, negotiate, translate_plural
from course.message import WrongUse


@click.command("notebooks", LocalizedCommand, help=N_("Write the chapters as notebooks for Colab and Jupyter."))
@click.option("--out", metavar="DIR", help=N_("The directory for the notebooks."))
@click.option("--chapter", metavar="NAME", help=N_("Write only this chapter."))
@click.option("--framework", metavar="tf|pt", help=N_("Write only the notebooks for this framework."))
@click.option("--lang", metavar=LANGUAGE_CHOICE, help=N_("Write only the notebooks in this language."))
@click.option(
    "--repository", metavar="OWNER/NAME", help=N_("The GitHub repository in which the notebooks will be published.")
)
@click.option("--branch", metavar="NAME", help=N_("The branch of that repository."))
@click.option("--force", is_flag=True, help=N_("Overwrite files that were not written by this command."))
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
    from course.notebook.writing.publish import publish

    if out is None:
        raise WrongUse(N_("The directory is missing: name one with `--out DIR`."))
    published = place(repository, branch)
    only = negotiate(lang) if lang is not None else None
    written = publish(Path(out), chapter, framework, only, published, force)
    count = len(written) - 1
    sentence = translate_plural(
        "{count} notebook written; {index} links to all of them.",
        "{count} notebooks written; {index} links to all of them.",
        count,
        language,
    )
    terminal_on(sys.stdout, language).line(sentence.format(count=format_number(count, language, 0), index=written[-1]))
