"""`python -m course`: the group of all commands that are no lesson."""

from __future__ import annotations

import click

from course.cli.audit import audit_command
from course.cli.bundle import bundle_command
from course.cli.captions import captions_command
from course.cli.doctor import doctor_command
from course.cli.glossary import glossary_command
from course.cli.grade import grade_command
from course.cli.localized import LocalizedGroup
from course.cli.notebooks import notebooks_command
from course.cli.options import lang_option
from course.cli.overview import overview
from course.cli.practice import (
    cases_command,
    check_command,
    exercises_command,
    hint_command,
    start_command,
    stop_command,
    watch_command,
)
from course.cli.quiz import quiz_command
from course.cli.record import record_command
from course.cli.site import site_command
from course.i18n import N_


@click.group(
    "course",
    cls=LocalizedGroup,
    help=N_("List the chapters and how to start them, or run one of the commands below."),
    commands=[
        exercises_command,
        cases_command,
        doctor_command,
        start_command,
        check_command,
        hint_command,
        watch_command,
        stop_command,
        grade_command,
        bundle_command,
        notebooks_command,
        quiz_command,
        glossary_command,
        captions_command,
        record_command,
        site_command,
        audit_command,
    ],
    invoke_without_command=True,
)
@lang_option
@click.pass_context
def main(context: click.Context) -> None:
    """Print the overview where no command is named."""
    if context.invoked_subcommand is None:
        overview(context.obj)
