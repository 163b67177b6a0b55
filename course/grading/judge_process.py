"""The process that judges: it draws no conclusion but verdicts, and can take no more than its own memory and time.

Judges calculate with what answers hand over. Whatever that makes them allocate or repeat ends this process at most, and
never the one that owns the gradebook. The process is `python -m course.grading.judge_process DESCRIPTOR`.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from course.contents import find_exercise
from course.exercise import Draw, Exercise, Failure, Verdict
from course.grading.judge import verdicts
from course.grading.running.forked import Broken
from course.grading.running.run import Outcome, environment

MEMORY = 2**30
"""The bytes that judging may allocate; the largest answer there is takes a tenth."""
SECONDS = 60.0
"""The seconds that judging one answer may take; it is a matter of milliseconds."""
START = 120.0
"""The seconds in which the process must be ready."""


class JudgeProcess:
    """A process that judges, started when it is first needed, and anew after it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    def verdicts(self, exercise: Exercise, draw: Draw, outcome: Outcome) -> list[Verdict]:
        """Return one verdict per check, as `judge.verdicts` does.

        What cannot be judged within the limits counts as values that cannot be read.

        Raises:
            Broken: the process cannot be started.
        """
        if not hasattr(os, "killpg"):  # Windows
            return verdicts(exercise, draw, outcome)
        connection = self._connection or self._start()
        try:
            connection.send((exercise.name, draw, outcome))
            if connection.poll(SECONDS):
                found: list[Verdict] = connection.recv()
                return found
        except (OSError, EOFError):
            pass
        self.close()
        garbled = Outcome({check.name: Failure("garbled") for check in exercise.checks}, outcome.failure)
        return verdicts(exercise, draw, garbled)

    def _start(self) -> Connection:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "course.grading.judge_process", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=environment(),
                start_new_session=True,
            )
        self._connection = connection = Connection(ours.detach())
        try:
            if connection.poll(START) and connection.recv() == "ready":
                return connection
        except (OSError, EOFError):
            pass
        self.close()
        raise Broken("the process that judges could not be started")

    def close(self) -> None:
        """End the process."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = self._connection = None


def main(descriptor: int) -> None:
    """Judge until the grader goes away."""
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    connection = Connection(descriptor)
    connection.send("ready")
    with suppress(EOFError, OSError):
        while True:
            name, draw, outcome = connection.recv()
            connection.send(verdicts(find_exercise(name), draw, outcome))


if __name__ == "__main__":
    main(int(sys.argv[1]))
