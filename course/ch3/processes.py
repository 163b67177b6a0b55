"""Run a command that starts processes of its own, and leave none of them running, however it ends."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from course.i18n import N_
from course.message import WrongUse

SECONDS = 300
"""The time limit of a command, in seconds."""


def run(command: Sequence[str], **environment: str) -> str:
    """Run a command, a program of the Python that is running, and return its standard output.

    Raises:
        WrongUse: it failed, was killed, or has not ended in time.
    """
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    program = shutil.which(command[0], path=places) or command[0]
    process = subprocess.Popen(
        [program, *command[1:]],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise WrongUse(
            N_("The processes that `{command}` started have not ended in {seconds} seconds, and were stopped."),
            command=command[0],
            seconds=SECONDS,
        ) from None
    finally:
        _end(process)
    if process.returncode:
        raise WrongUse(
            N_("`{command}` failed, and all that it started was stopped: `{reason}`."),
            command=command[0],
            reason=reason(errors) or process.returncode,
        )
    return output


def _end(process: subprocess.Popen[str]) -> None:
    """Kill the command and every process that it started, and wait for it."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def reason(errors: str) -> str:
    """The cause in a report: the first error that a process names, else the signal that ended the first process."""
    root = errors.partition("Root Cause")[2]
    found = re.search(
        r"^(?:\[\w+\]:\s*)?(\w+(?:\.\w+)*Error: .+)$",
        errors,
        re.MULTILINE,
    ) or re.search(r"Signal \d+ \(SIG\w+\)", root)
    return found[found.lastindex or 0].strip()[:200] if found else ""
