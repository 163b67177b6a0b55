"""Run a command to its end: the reader's language, errors as one sentence, exit codes.

Exit codes: 0 done, 1 the thing checked did not hold, 2 wrong use or a missing part, 130 after Ctrl-C, 141 where the
reader of a pipe went away, 143 where it was told to end (the shell's own numbers for those signals).
"""

from __future__ import annotations

import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from threading import Timer, main_thread
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from course.i18n import LANGUAGES, N_, SHORT, environment_language, negotiate
from course.message import Choice, WrongUse

if TYPE_CHECKING:
    from rich.console import Console

    from course.terminal.rendering import Terminal

CLOSED_PIPE = 128 + 13
AGAIN = 1.0
"""The seconds after which a signal that should have ended the command is sent again."""


def run(command: click.Command, name: str) -> NoReturn:
    """Run a command to its end. The command finds the reader's language as the object of its context.

    Every error is one sentence in the reader's language on standard error.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a terminal that cannot show a character shows something in its place
            stream.reconfigure(errors="replace")
    # so that a terminal is left as it was found
    signal.signal(signal.SIGTERM, _leave)
    # a shell has what it runs in the background ignore it
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    sys.unraisablehook = _tell_unraisable
    language = environment_language(os.environ)
    try:
        language = language_of(sys.argv[1:])
        result = command.main(prog_name=name, standalone_mode=False, obj=language)
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
        unusable = WrongUse(
            N_("A file cannot be read or written (`{reason}`): check the free space on the disk and your permissions."),
            reason=error,
        )
        complain(unusable, language)
        end(2)


def language_of(arguments: Sequence[str]) -> str:
    """The language of a command line: that of `--lang`, else the environment's.

    Read before click parses the line, so that errors in the line itself are in this language as well.

    Raises:
        WrongUse: `--lang` asks for a language that is not one of the four.
    """
    tag = None
    for place, argument in enumerate(arguments):
        if argument == "--lang" and place + 1 < len(arguments):
            tag = arguments[place + 1]
        elif argument.startswith("--lang="):
            tag = argument.removeprefix("--lang=")
    if tag is None:
        return environment_language(os.environ)
    language = negotiate(tag)
    if language is None:
        known = Choice(SHORT[language] for language in LANGUAGES)
        raise WrongUse(N_("There is no language `{name}`: choose {languages}."), name=tag, languages=known)
    return language


def wrong_use(error: click.UsageError) -> WrongUse:
    """Click's complaint about a command line as one of our own."""
    match error:
        case click.NoSuchOption():
            return WrongUse(N_("There is no option `{option}`: `--help` lists the options."), option=error.option_name)
        case click.MissingParameter(param=click.Argument() as argument):
            return WrongUse(
                N_("The argument `{name}` is missing: `--help` shows the usage."), name=(argument.name or "").upper()
            )
        case click.BadParameter(param=click.Parameter() as parameter):
            name = parameter.opts[0]
            return WrongUse(
                N_("The value given for `{option}` is not valid: `--help` says which values it takes."), option=name
            )
        case click.BadOptionUsage():
            return WrongUse(
                N_("The option `{option}` needs a value: `--help` says which values it takes."),
                option=error.option_name,
            )
    return WrongUse(N_("This command line is not valid: `--help` lists the commands, arguments and options."))


def complain(error: WrongUse, language: str) -> None:
    """Print an error's sentence to standard error."""
    print(error.sentence(language), file=sys.stderr, flush=True)


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


def _leave(number: int, frame: object) -> None:
    """Raise what ends the command, and again each second until it has ended.

    In a finalizer nothing can be raised, and some libraries catch everything, as `datasets` does while it hashes a function.
    """
    again = Timer(AGAIN, _interrupt, (number,))
    again.daemon = True
    again.start()
    error = sys.exc_info()[1]
    while error is not None:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            # it is on its way already, and what is left behind is cleared up
            return
        error = error.__context__
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)


def _interrupt(number: int) -> None:
    """Send a signal to the main thread, which may be waiting for something."""
    if sys.platform == "win32":
        interrupt_main(number)
    else:
        signal.pthread_kill(main_thread().ident or 0, number)


def _tell_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    if not isinstance(unraisable.exc_value, KeyboardInterrupt | SystemExit):
        sys.__unraisablehook__(unraisable)


@contextmanager
def writing() -> Iterator[TextIO]:
    """Give standard output to write to, and end the command where the reader of a pipe went away."""
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        # click would take this for an error of its own
        raise SystemExit(CLOSED_PIPE) from None


def console(file: TextIO, **options: Any) -> Console:
    """A rich console on a file; without colours and control codes where that is not a terminal."""
    from rich.console import Console

    class PipedConsole(Console):
        def on_broken_pipe(self) -> None:
            raise SystemExit(CLOSED_PIPE)

    return PipedConsole(file=file, highlight=False, **options)


def terminal_on(file: TextIO, language: str, **options: Any) -> Terminal:
    """A terminal that writes to a file in a language; the options are those of rich's console."""
    from course.terminal.rendering import Terminal

    return Terminal(console(file, **options), language)
