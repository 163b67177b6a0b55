"""`python -m course audit`: check the contract of the content."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option
from course.i18n import N_, format_number, translate, translate_plural

if TYPE_CHECKING:
    from course.terminal.rendering import Terminal


@click.command(
    "audit",
    LocalizedCommand,
    help=N_(
        "Check that the content is complete and consistent: `chapters`, `words`, `exercises`, `answers`, or the answers to one exercise by its name. Without a name, check everything but `versions`: that installs the newest releases of the libraries, or what is named after it, such as `torch==2.13.0`, and says which symptom, notebook or solution they change."
    ),
)
@click.argument("names", nargs=-1, required=False, metavar="[NAME]...")
@lang_option
@click.option("--update", is_flag=True, help=N_("First update the translation catalogues and the table of versions."))
@click.option(
    "--new",
    nargs=2,
    metavar="exercise|fault NAME",
    help=N_("Write the skeleton of a new exercise or a new fault, and list the next steps."),
)
@click.option(
    "--framework",
    multiple=True,
    metavar="tf|pt|plain",
    help=N_(
        "The framework of the new exercise or fault. For an exercise it may be given twice; without it, the exercise needs no framework."
    ),
)
@click.option(
    "--chapter",
    default="",
    metavar="CHAPTER",
    help=N_("The chapter of the new exercise or fault; the default is the last chapter."),
)
@click.option("--cell", default="", metavar="CELL", help=N_("The cell of the script that contains the new fault."))
@click.pass_obj
def audit_command(
    language: str,
    names: tuple[str, ...],
    update: bool,
    new: tuple[str, str] | None,
    framework: tuple[str, ...],
    chapter: str,
    cell: str,
) -> int:
    """Print every complaint, and return the exit code: 1 if there is one; or write the files of something new."""
    from course.audit.contract import audit, update_catalogues
    from course.audit.versions import update_table

    terminal = terminal_on(sys.stdout, language)
    if "versions" in names:
        return _newest(terminal, [name for name in names if name != "versions"], framework)
    if new:
        from course.audit.new import create
        from course.paths import CHECKOUT

        created = create(*new, framework, chapter, cell)
        for path in created.files:
            terminal.line(str(path.relative_to(CHECKOUT)))
        for step in created.steps:
            terminal.print(terminal.prose(terminal.say(step).format(**created.values)))
        return 0
    if update:
        update_catalogues()
        update_table()
    count = 0
    with terminal_on(sys.stderr, language).progress() as work:
        for complaint in audit(names, work.doing):
            terminal.line(f"{complaint.where}: {complaint.sentence(language)}")
            count += 1
    summary = translate_plural("{count} complaint.", "{count} complaints.", count, language)
    terminal.print(summary.format(count=format_number(count, language, 0)))
    return int(count > 0)


def _newest(terminal: Terminal, pins: Sequence[str], frameworks: Sequence[str]) -> int:
    """Try the newest releases, and print what they change as the text of an issue; 1 if they change anything."""
    from course.audit.newest import issue, try_newest
    from course.frameworks import known_frameworks

    with terminal_on(sys.stderr, terminal.language).progress() as work:
        chosen = [each for name in frameworks or (None,) for each in known_frameworks(name)]
        text = issue([try_newest(each, pins, work.doing) for each in chosen])
    if text:
        print(text)
    else:
        terminal.line(translate(N_("The newest releases change nothing."), terminal.language))
    return int(bool(text))
