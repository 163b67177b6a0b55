"""`python -m course quiz`: the questions at a chapter's end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from course.cli.app import (
    JSON,
    NO_INPUT,
    LocalizedCommand,
    check_report,
    console,
    lang_option,
    write_report,
)
from course.contents import choose_chapter
from course.i18n import N_, translate

if TYPE_CHECKING:
    pass


def quiz_command(language: str) -> click.Command:
    def callback(chapter: str, no_input: bool, json: str | None) -> None:
        from course.terminal.quiz import quiz
        from course.terminal.screen import Terminal

        chosen = choose_chapter(chapter)
        check_report(json)
        terminal = Terminal(console(sys.stdout, quiet=json == "-"), language)
        asks = not no_input and terminal.live and sys.stdin is not None and sys.stdin.isatty()
        told = quiz(chosen, terminal, asks)
        if json is not None:
            write_report(told, json)

    return LocalizedCommand(
        "quiz",
        language,
        help=translate(N_("Questions at the end of a chapter, each answer with its reason."), language),
        callback=callback,
        params=[
            click.Argument(["chapter"]),
            click.Option(["--no-input"], is_flag=True, help=translate(NO_INPUT, language)),
            click.Option(["--json"], metavar="FILE", help=translate(JSON, language)),
            lang_option(language),
        ],
    )
