"""Commands whose help is in the reader's language.

The texts of commands and options stay message ids until somebody asks for help. The language is the object of click's
context, which `course.cli.app.run` puts there.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from course.cli.app import terminal_on, writing
from course.i18n import N_, translate


def _show_help(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        with writing() as out:
            print(context.get_help(), file=out)
        context.exit()


HELP = click.Option(
    ["--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help=N_("Show this help, and exit."),
)


class LocalizedCommand(click.Command):
    """A command whose help is laid out by rich, which measures Han and Hangul rightly."""

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        super().__init__(name, add_help_option=False, **settings)
        self.params.append(HELP)

    def rows(self, context: click.Context) -> list[tuple[str, str]]:
        """The rows below the usage line: names, and the messages that say what they are for."""
        options = [parameter for parameter in self.params if isinstance(parameter, click.Option)]
        records = [(option.get_help_record(context), option.help or "") for option in options]
        # click would add ranges and defaults in words of its own
        return [(record[0], text) for record, text in records if record is not None]

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help into click's formatter, with colours where standard output is a terminal."""
        from rich.text import Text

        from course.terminal.rendering import grid

        terminal = terminal_on(sys.stdout, context.obj)
        usage = " ".join([context.command_path, *self.collect_usage_pieces(context)])
        rows = self.rows(context)
        names = max(len(name) for name, _ in rows) + 2
        table = grid(2)
        for name, text in rows:
            table.add_row(Text(name, "cyan"), terminal.prose(terminal.say(text), terminal.width - names))
        with terminal.console.capture() as written:
            terminal.print(Text(terminal.say(N_("Usage: {command}"), command=usage), "bold"))
            terminal.print()
            terminal.paragraph(self.help or "")
            terminal.print(table)
        formatter.write(written.get())

    def collect_usage_pieces(self, context: click.Context) -> list[str]:
        """The words of the usage line behind the command's name."""
        arguments = [parameter for parameter in self.params if isinstance(parameter, click.Argument)]
        pieces = [piece for argument in arguments for piece in argument.get_usage_pieces(context)]
        # the extractor of messages sees none in an f-string
        options = translate(N_("OPTIONS"), context.obj)
        return [f"[{options}]", *pieces]


class LocalizedGroup(LocalizedCommand, click.Group):
    """A command with commands of its own."""

    def rows(self, context: click.Context) -> list[tuple[str, str]]:
        """The rows of the commands, then those of the options."""
        commands = [(name, command.help or "") for name, command in self.commands.items()]
        return [*commands, *super().rows(context)]

    def collect_usage_pieces(self, context: click.Context) -> list[str]:
        """The words of the usage line behind the command's name."""
        return [*super().collect_usage_pieces(context), translate(N_("COMMAND"), context.obj)]
