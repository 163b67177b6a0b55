"""Runs answers in the background process of a terminal session, which is started by the first check and kept for the next."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

from course.exercise import Exercise, Setting
from course.grading.check import Runner
from course.grading.running.run import PACKAGE, Outcome
from course.grading.running.single import SingleProcess

Waiting = Callable[[bool], None]
"""Told, before an answer runs, whether it can start at once: false if libraries must be imported first."""


class Unavailable(Exception):
    """There is no background process, and none could be started."""


class BackgroundRunner:
    """Runs answers in the background process of this terminal session; see single.SingleProcess.run.

    Raises:
        Unavailable: in `run`; the process has ended before the answer was run, or meanwhile.
    """

    def __init__(self, setting: Setting, connection: Connection, waiting: Waiting) -> None:
        self.setting = setting
        self.connection = connection
        self.waiting = waiting

    def run(
        self,
        exercise: Exercise,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
        on_output: Callable[[str], None] = lambda text: None,
    ) -> Outcome:
        request = {
            "setting": self.setting,
            "exercise": exercise.name,
            "source": source,
            "path": path,
            "functions": functions,
            "given": given,
        }
        try:
            self.connection.send(request)
            while True:
                match self.connection.recv():
                    case ("ready", bool(ready)):
                        self.waiting(ready)
                    case ("output", str(text)):
                        on_output(text)
                    case ("outcome", Outcome() as outcome):
                        return outcome
        except (OSError, EOFError) as error:
            raise Unavailable from error


@contextmanager
def runner(exercise: Exercise, setting: Setting, waiting: Waiting, keep: bool) -> Iterator[Runner]:
    """Give a runner for one answer to an exercise.

    Args:
        keep: whether it is the background process of this terminal session, which stays for the next answer. Where
            there can be none, and else, it is a process for this answer alone.
    """
    try:
        connection = _connect(waiting) if keep else None
    except (Unavailable, OSError):
        connection = None
    if connection is None:
        waiting(False)
        with SingleProcess(setting, exercise) as process:
            yield process
    else:
        with connection:
            yield BackgroundRunner(setting, connection, waiting)


def stop() -> int:
    """End the background processes of all terminal sessions of this user; return how many there were."""
    try:
        return sum(_stop(file) for file in _directory().glob("*.json"))
    except Unavailable:
        return 0


def _connect(waiting: Waiting) -> Connection:
    """Connect to the background process of this session, or to a new one."""
    session = os.getsid(0) if hasattr(os, "getsid") else os.getppid()
    directory = _directory()
    file = directory / f"{session}-{_version()}.json"
    connection = _open(file)
    if connection is not None:
        return connection
    waiting(False)
    for older in directory.glob(f"{session}-*.json"):
        _stop(older)
    _start(file, session)
    connection = _open(file)
    if connection is None:
        raise Unavailable
    return connection


def _start(file: Path, session: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "course.grading.running.background_process", str(file), str(session)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout as pipe:
        # it writes one line when it listens, and none if it cannot
        if not pipe.readline():
            process.wait()
            raise Unavailable


def _open(file: Path) -> Connection | None:
    """Connect to the process that a file tells of; None if it has ended."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return Client(told["address"], authkey=bytes.fromhex(told["key"]))
    except (OSError, EOFError, ValueError, KeyError, TypeError, AuthenticationError):
        return None


def _stop(file: Path) -> bool:
    connection = _open(file)
    file.unlink(missing_ok=True)
    if connection is None:
        return False
    with connection, suppress(OSError, EOFError):
        connection.send("stop")
        # until it closes the connection as it ends
        connection.recv()
    return True


def _directory() -> Path:
    """Return this user's directory for the files of background processes.

    Raises:
        Unavailable: others could write to it.
    """
    user = str(os.getuid()) if hasattr(os, "getuid") else ""
    directory = Path(tempfile.gettempdir()) / f"course-companion-{user}"
    directory.mkdir(mode=0o700, exist_ok=True)
    if user:
        status = directory.lstat()
        if status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077:
            raise Unavailable
    return directory


def _version() -> str:
    """Return what the code on disk is known by: a process that has imported other code is of no use."""
    digest = hashlib.sha256(f"{sys.executable} {sys.version}".encode())
    for path in [*sorted(PACKAGE.rglob("*.py")), Path(sysconfig.get_path("purelib"))]:
        status = path.stat()
        digest.update(f"{path} {status.st_mtime_ns} {status.st_size}\n".encode())
    return digest.hexdigest()[:16]
