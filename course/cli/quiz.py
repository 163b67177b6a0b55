"""`python -m course quiz`: ask the questions at a chapter's end."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import asks, check_report, json_option, lang_option, no_input_option, write_report
from course.contents import choose_chapter
from course.i18n import N_


@click.command(
    "quiz",
    LocalizedCommand,
    help=N_("Answer the questions at the end of a chapter; each answer is explained."),
)
@click.argument("chapter")
@no_input_option
@json_option
@lang_option
@click.pass_obj
def quiz_command(language: str, chapter: str, no_input: bool, report: str | None) -> None:
    """Ask the questions of a chapter, and write the report."""
    from course.terminal.quiz import quiz

    chosen = choose_chapter(chapter)
    check_report(report)
    terminal = terminal_on(sys.stdout, language, quiet=report == "-")
    write_report(asdict(quiz(chosen, terminal, asks(no_input, terminal))), report)
