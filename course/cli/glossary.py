"""`python -m course glossary`: the terms of the course, what they mean, and how the other languages call them."""

from __future__ import annotations

import sys

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option
from course.i18n import N_


@click.command(
    "glossary",
    LocalizedCommand,
    help=N_("What the terms of the course mean, and how each is called in the four languages."),
)
@click.argument("term", nargs=-1)
@lang_option
@click.pass_obj
def glossary_command(language: str, term: tuple[str, ...]) -> None:
    """Print the entries of a term, or of all."""
    from course.terminal.glossary import show_all, show_terms

    terminal = terminal_on(sys.stdout, language)
    if term:
        show_terms(" ".join(term), terminal)
    else:
        show_all(terminal)
