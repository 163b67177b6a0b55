"""`python -m course audit`: the contract of the content."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from course.cli.app import (
    LocalizedCommand,
    console,
    lang_option,
)
from course.i18n import N_, format_number, translate, translate_plural

if TYPE_CHECKING:
    pass


def audit_command(language: str) -> click.Command:
    def callback(
        names: tuple[str, ...], update: bool, new: tuple[str, str] | None, framework: tuple[str, ...], chapter: str
    ) -> int:
        from course.audit.contract import audit, update_catalogues
        from course.terminal.screen import Terminal

        terminal = Terminal(console(sys.stdout), language)
        if new:
            from course.audit.new import ROOT, create

            created = create(*new, framework, chapter)
            for path in created.files:
                terminal.line(str(path.relative_to(ROOT)))
            for step in created.steps:
                terminal.paragraph(translate(step, language).format(**created.values))
            return 0
        if update:
            update_catalogues()
        count = 0
        with Terminal(console(sys.stderr), language).progress() as work:
            for complaint in audit(names, work.doing):
                terminal.line(f"{complaint.where}: {complaint.sentence(language)}")
                count += 1
        summary = translate_plural("{count} complaint.", "{count} complaints.", count, language)
        terminal.print(summary.format(count=format_number(count, language, 0)))
        return int(count > 0)

    update = click.Option(
        ["--update"], is_flag=True, help=translate(N_("First bring the catalogues up to date with the code."), language)
    )
    new = [
        click.Option(
            ["--new"],
            nargs=2,
            metavar="exercise NAME",
            help=translate(N_("Write the skeleton of a new exercise, and say what comes next."), language),
        ),
        click.Option(
            ["--framework"],
            multiple=True,
            metavar="tf|pt|plain",
            help=translate(
                N_(
                    "The framework of the new exercise; may be given twice. Without it, the exercise needs no framework."
                ),
                language,
            ),
        ),
        click.Option(
            ["--chapter"],
            default="",
            metavar="CHAPTER",
            help=translate(N_("The chapter of the new exercise; without it, the last one."), language),
        ),
    ]
    return LocalizedCommand(
        "audit",
        language,
        help=translate(
            N_(
                "Check the contract of the content: `chapters`, `words`, `exercises`, `answers`, or the answers of one exercise by its name; without a name, everything."
            ),
            language,
        ),
        callback=callback,
        params=[
            click.Argument(["names"], nargs=-1, required=False, metavar="[NAME]..."),
            lang_option(language),
            update,
            *new,
        ],
    )
