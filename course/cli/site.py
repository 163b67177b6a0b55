"""`python -m course site`: write the course as a static web site."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option, place
from course.i18n import N_, format_number, translate_plural
from course.message import WrongUse


@click.command("site", LocalizedCommand, help=N_("Write the course as a static web site, in all languages."))
@click.option("--out", metavar="DIR", help=N_("The directory for the site."))
@click.option(
    "--repository", metavar="OWNER/NAME", help=N_("The GitHub repository in which the notebooks will be published.")
)
@click.option("--branch", metavar="NAME", help=N_("The branch of that repository."))
@click.option(
    "--pyodide",
    metavar="DIR",
    help=N_("The directory of Pyodide, with which some exercises can be checked in their page."),
)
@click.option("--force", is_flag=True, help=N_("Overwrite files that were not written by this command."))
@lang_option
@click.pass_obj
def site_command(
    language: str, out: str | None, repository: str | None, branch: str | None, pyodide: str | None, force: bool
) -> None:
    """Write the site, and say how many pages it has."""
    from course.site.build import build

    if out is None:
        raise WrongUse(N_("The directory is missing: name one with `--out DIR`."))
    count = build(Path(out), place(repository, branch), force, Path(pyodide) if pyodide else None)
    sentence = translate_plural("{count} page written to {path}.", "{count} pages written to {path}.", count, language)
    terminal_on(sys.stdout, language).line(sentence.format(count=format_number(count, language, 0), path=out))
