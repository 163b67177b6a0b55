"""`python -m course doctor`: the chapter's method on the reader's own program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import check_report, json_option, lang_option, write_report
from course.i18n import N_


@click.command(
    "doctor",
    LocalizedCommand,
    help=N_(
        "Run your own script or notebook for a few training steps, watched, and say what is wrong with it. It runs with your rights, as if you had started it. What it writes goes to a temporary directory, and nothing is uploaded."
    ),
    context_settings={"ignore_unknown_options": True},
)
@click.argument("program", metavar="PROGRAM")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option("--steps", type=click.IntRange(1), metavar="N", help=N_("The number of training steps that are enough."))
@click.option(
    "--seconds", type=click.FloatRange(1), metavar="S", help=N_("The number of seconds of training that are enough.")
)
@lang_option
@json_option
@click.pass_obj
def doctor_command(
    language: str,
    program: str,
    arguments: tuple[str, ...],
    steps: int | None,
    seconds: float | None,
    report: str | None,
) -> int:
    """Examine a program: 0 if nothing was found, 1 if something was, 2 if it could not be run."""
    from course.diagnosis.running.launch import SECONDS, STEPS, examine
    from course.terminal.doctor import show_report

    check_report(report)
    terminal = terminal_on(sys.stderr if report == "-" else sys.stdout, language)
    terminal.paragraph(
        N_(
            "`{program}` runs now with your rights, as if you had started it. What it writes goes to a temporary directory, and it ends after some training steps."
        ),
        style="dim",
        program=program,
    )
    with terminal.waiting() as waiting:
        waiting.on(N_("Running and watching `{program}` …"), program=program)
        found = examine(Path(program), arguments, steps or STEPS, seconds or SECONDS)
    write_report(found, report)
    if report != "-":
        show_report(terminal, found)
    if found["ended"] == "died":
        return 2
    return 1 if found["findings"] else 0
