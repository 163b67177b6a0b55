"""The command line: options, help and errors in the reader's language, exit codes, and how a command ends.

Exit codes: 0 done, 1 the thing checked did not hold, 2 wrong use or a missing part, 130 after Ctrl-C, 141 where the
reader of a pipe went away, 143 where it was told to end (the shell's own numbers for those signals).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from course.i18n import LANGUAGES, N_, SHORT, environment_language, negotiate, translate
from course.message import Choice, WrongUse

CLOSED_PIPE = 128 + 13

if TYPE_CHECKING:
    from rich.console import Console


class LocalizedCommand(click.Command):
    """A command whose help is laid out by rich, which measures Han and Hangul rightly, in one language."""

    def __init__(self, name: str, language: str, **settings: Any) -> None:
        super().__init__(name, add_help_option=False, **settings)
        self.language = language
        text = translate(N_("Show this help and leave."), language)
        self.params.append(
            click.Option(["--help"], is_flag=True, is_eager=True, expose_value=False, callback=_help, help=text)
        )

    def rows(self, context: click.Context) -> list[tuple[str, str]]:
        """What stands under the usage line: names, and what they are for."""
        options = [parameter for parameter in self.params if isinstance(parameter, click.Option)]
        records = [(option.get_help_record(context), option.help or "") for option in options]
        # click would add ranges and defaults in words of its own
        return [(record[0], text) for record, text in records if record is not None]

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        from rich.text import Text

        from course.terminal.screen import Terminal, grid

        terminal = Terminal(console(sys.stdout), self.language)
        usage = " ".join([context.command_path, *self.collect_usage_pieces(context)])
        terminal.print(Text(terminal.say(N_("Usage: {command}"), command=usage), "bold"))
        terminal.print()
        terminal.paragraph(self.help or "")
        rows = self.rows(context)
        left = max(len(name) for name, _ in rows) + 2
        table = grid(2)
        for name, text in rows:
            table.add_row(Text(name, "cyan"), terminal.prose(text, terminal.width - left))
        terminal.print(table)

    def collect_usage_pieces(self, context: click.Context) -> list[str]:
        options = translate(N_("OPTIONS"), self.language)
        arguments = (it.make_metavar(context) for it in self.params if it.param_type_name == "argument")
        return [f"[{options}]", *arguments]


class LocalizedGroup(LocalizedCommand, click.Group):
    """A command with commands of its own."""

    def rows(self, context: click.Context) -> list[tuple[str, str]]:
        commands = [(name, command.help or "") for name, command in self.commands.items()]
        return [*commands, *super().rows(context)]

    def collect_usage_pieces(self, context: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(context), translate(N_("COMMAND"), self.language)]


def _help(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        context.get_help()
        context.exit()


def console(file: TextIO, **options: Any) -> Console:
    """A rich console on a file; without colours and control codes where that is not a terminal."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise SystemExit(CLOSED_PIPE)

    return Screen(file=file, highlight=False, **options)


def language_of(arguments: Sequence[str]) -> str:
    """The language of a command line: `--lang`, else the environment.

    Raises:
        WrongUse: `--lang` asks for a language that is not one of the four.
    """
    asked = None
    for place, argument in enumerate(arguments):
        if argument == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
        elif argument.startswith("--lang="):
            asked = argument.removeprefix("--lang=")
    if asked is None:
        return environment_language(os.environ)
    language = negotiate(asked)
    if language is None:
        known = Choice(SHORT[language] for language in LANGUAGES)
        raise WrongUse(N_("There is no language `{name}`: choose {languages}."), name=asked, languages=known)
    return language


def wrong_use(error: click.UsageError) -> WrongUse:
    """Click's complaint about a command line as one of our own."""
    match error:
        case click.NoSuchOption():
            return WrongUse(N_("There is no option `{option}`: `--help` lists them."), option=error.option_name)
        case click.MissingParameter(param=click.Argument() as argument):
            return WrongUse(N_("`{name}` is missing: `--help` says what it is."), name=(argument.name or "").upper())
        case click.BadParameter(param=click.Parameter() as parameter):
            name = parameter.opts[0]
            return WrongUse(N_("That is not a value for `{option}`: `--help` says what it takes."), option=name)
        case click.BadOptionUsage():
            return WrongUse(N_("The option `{option}` needs a value."), option=error.option_name)
    return WrongUse(N_("This command line is not understood: `--help` says what there is."))


def end(code: int) -> NoReturn:
    """Leave at once, with what was written on its way. Threads of a framework may take seconds to wind down."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        code = CLOSED_PIPE
    except OSError:
        code = 2
    os._exit(code)


def _told_to_end(number: int, frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def run(make: Callable[[str], click.Command], name: str) -> NoReturn:
    """Run a command to its end. `make` gives the command in a language.

    Every error is one sentence in the reader's language on standard error.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a terminal that cannot show a character shows something in its place
            stream.reconfigure(errors="replace")
    # so that a terminal is left as it was found
    signal.signal(signal.SIGTERM, _told_to_end)
    language = environment_language(os.environ)
    try:
        language = language_of(sys.argv[1:])
        result = make(language).main(prog_name=name, standalone_mode=False)
        end(result if isinstance(result, int) else 0)
    except WrongUse as error:
        complain(error, language)
        end(2)
    except click.UsageError as error:
        complain(wrong_use(error), language)
        end(2)
    except (KeyboardInterrupt, click.Abort, EOFError):
        print(file=sys.stderr)
        end(130)
    except SystemExit as leaving:
        end(leaving.code if isinstance(leaving.code, int) else 1)
    except OSError as error:
        said = WrongUse(
            N_(
                "Something on disk cannot be read or written (`{reason}`): make room, and check what you may read and write."
            ),
            reason=error,
        )
        complain(said, language)
        end(2)


def complain(error: WrongUse, language: str) -> None:
    print(error.sentence(language), file=sys.stderr, flush=True)


def lang_option(language: str) -> click.Option:
    return click.Option(
        ["--lang"],
        metavar="en|it|zh|ko",
        expose_value=False,
        help=translate(N_("The language of the lesson."), language),
    )


NO_INPUT = N_("Run straight through, and ask nothing.")
JSON = N_("Write what happened to a file; `-` is standard output, which then holds nothing else.")


def check_report(name: str | None) -> None:
    """Make sure before the lesson that its report can be written.

    Raises:
        WrongUse: it cannot.
    """
    if name is None or name == "-":
        return
    path = Path(name)
    if not path.parent.is_dir() or path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise WrongUse(
            N_(
                "The report cannot be written to `{path}`: name a file in a directory that exists and that you may write to."
            ),
            path=name,
        )


def write_report(content: dict[str, Any], name: str) -> None:
    """Write a lesson's report to a file, or to standard output where the name is `-`."""
    import json

    text = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    if name != "-":
        Path(name).write_text(text, encoding="utf-8")
        return
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
    except BrokenPipeError:
        raise SystemExit(CLOSED_PIPE) from None
