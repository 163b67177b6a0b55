"""`python -m course`: what there is, and the commands that are no lesson."""

from __future__ import annotations

import sys

import click

from course.chapters import chapter_names, load
from course.command import LocalizedCommand, LocalizedGroup, console, lang_option, run
from course.i18n import N_, format_number, translate, translate_plural
from course.sources import TITLES


def overview(language: str) -> None:
    """Print the chapters, and how to start each."""
    from rich.text import Text

    from course.terminal import Terminal

    terminal = Terminal(console(sys.stdout), language)
    for name in chapter_names():
        chapter = load(name)
        for track in chapter.tracks.values():
            count = len(track.faults)
            faults = translate_plural("{count} fault", "{count} faults", count, language)
            number = format_number(count, language, 0)
            terminal.print(
                Text(f"{terminal.say(chapter.title)} · {TITLES[track.framework]} · {faults.format(count=number)}")
            )
            terminal.print(Text(f"    python -m course.{name} --framework {track.framework}", "cyan"))


def audit_command(language: str) -> click.Command:
    def callback(update: bool) -> int:
        from course.audit import audit, update_catalogues
        from course.terminal import Terminal

        if update:
            update_catalogues()
        terminal = Terminal(console(sys.stdout), language)
        complaints = audit()
        for complaint in complaints:
            print(f"{complaint.where}: {complaint.sentence(language)}")
        count = len(complaints)
        summary = translate_plural("{count} complaint.", "{count} complaints.", count, language)
        terminal.print(summary.format(count=format_number(count, language, 0)))
        return int(bool(complaints))

    update = click.Option(
        ["--update"], is_flag=True, help=translate(N_("First bring the catalogues up to date with the code."), language)
    )
    return LocalizedCommand(
        "audit",
        language,
        help=translate(N_("Check the chapters and the words: the contract of the content."), language),
        callback=callback,
        params=[lang_option(language), update],
    )


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
        commands={"audit": audit_command(language)},
        params=[lang_option(language)],
    )


if __name__ == "__main__":
    run(command, "python -m course")
