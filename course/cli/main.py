"""`python -m course`: every command in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from course.cli.app import (
    LocalizedGroup,
    lang_option,
)
from course.cli.audit import audit_command
from course.cli.captions import captions_command
from course.cli.grade import grade_command
from course.cli.notebooks import notebooks_command
from course.cli.overview import overview
from course.cli.quiz import quiz_command
from course.i18n import N_, translate

if TYPE_CHECKING:
    pass
from course.cli.practice import practice_commands


def command(language: str) -> click.Command:
    """The command `python -m course`, its help in a language."""

    @click.pass_context
    def callback(context: click.Context) -> None:
        if context.invoked_subcommand is None:
            overview(language)

    return LocalizedGroup(
        "course",
        language,
        help=translate(N_("Without a command: the chapters, and how to start them."), language),
        callback=callback,
        invoke_without_command=True,
        commands={
            **practice_commands(language),
            "grade": grade_command(language),
            "notebooks": notebooks_command(language),
            "quiz": quiz_command(language),
            "captions": captions_command(language),
            "audit": audit_command(language),
        },
        params=[lang_option(language)],
    )
