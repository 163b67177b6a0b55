"""The properties that all commands share, seen in processes of their own."""

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from support.commands import command, run
from support.paths import ROOT

from course.cli.main import main
from course.i18n import LANGUAGES


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_command_that_is_ended_gives_the_cursor_back() -> None:
    reader, writer = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        command("audit", "answers"), cwd=ROOT, stdout=writer, stderr=writer, env=environment
    ) as audit:
        os.close(writer)
        shown = b""
        # drawn for the second time
        while b"\x1b[2K" not in shown:
            more = os.read(reader, 4096)
            assert more, shown
            shown += more
        audit.terminate()
        # on Linux, an error says that nobody writes any more
        with suppress(OSError):
            while more := os.read(reader, 4096):
                shown += more
    os.close(reader)
    assert audit.returncode == 143
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")


def test_the_overview_names_every_track() -> None:
    done = run()
    assert done.returncode == 0
    assert "python -m course.ch8 --framework tf" in done.stdout.replace("\n", " ")


@pytest.mark.parametrize(
    "name", ["grade", "notebooks", "quiz", "captions", "audit", "start", "check", "hint", "watch", ""]
)
def test_no_word_of_the_help_is_cut_off(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for language in LANGUAGES:
        main.main([*([name] if name else []), "--help"], standalone_mode=False, obj=language)
        said = capsys.readouterr().out
        assert said and "…" not in said


SIGNALLED = """
import os, signal, sys, time
import click
from course.cli.app import run

how, number = sys.argv.pop(), int(sys.argv.pop())

def signalled():
    os.kill(os.getpid(), number)
    for _ in range(1_000):
        pass

class Finalized:
    def __del__(self):
        # nothing that is raised here gets out
        signalled()

@click.command()
def goes_on():
    try:
        if how == "finalizer":
            Finalized()
        elif how == "caught":
            try:
                signalled()
            except:
                pass
        else:
            signalled()
        time.sleep(60)
    finally:
        # longer than until the signal is sent again
        time.sleep(1.5)
        print("cleared up")

run(goes_on, "goes-on")
"""


@pytest.mark.parametrize("how", ["raised", "finalizer", "caught"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.usefixtures("interruptible")
def test_a_signal_ends_a_command_wherever_it_comes(number: signal.Signals, code: int, how: str) -> None:
    command = [sys.executable, "-c", SIGNALLED, str(int(number)), how]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=50)
    assert (done.returncode, done.stdout) == (code, "cleared up\n")
    assert "Traceback" not in done.stderr and "ignored" not in done.stderr
