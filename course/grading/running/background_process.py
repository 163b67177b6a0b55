"""The background process: `python -m course.grading.running.background_process FILE SESSION`.

It keeps what answers need imported between one check and the next, and runs answers for the commands of one terminal
session, which connect to it; see background.py. It ends by itself after some minutes without a request, when the terminal
session has ended, or when its file is gone.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import Any

from course.contents import find_exercise
from course.exercise import Exercise, Failure, Setting
from course.grading.running.forked import Broken, ForkServer
from course.grading.running.run import Outcome
from course.grading.running.single import SingleProcess
from course.paths import replacing

IDLE = 600.0
"""The seconds without a request after which the process ends."""
LOOK = 1.0
"""The seconds between two looks at what ends the process."""


class Runners:
    """Run answers in processes that have done their imports.

    On Linux a fork server for each setting; elsewhere one process, started anew after each answer for the next one.
    """

    def __init__(self) -> None:
        self.servers: dict[Setting, ForkServer] = {}
        self.spare: SingleProcess | None = None

    def ready(self, exercise: Exercise, setting: Setting) -> bool:
        """Whether an answer can be run without waiting for imports."""
        if sys.platform == "linux":
            return setting in self.servers and self.servers[setting].has_imported(exercise)
        spare = self.spare
        return spare is not None and spare.alive and (*spare.exercises, spare.setting) == (exercise, setting)

    def run(self, exercise: Exercise, setting: Setting, *request: Any) -> Outcome:
        """Run an answer; see single.SingleProcess.run."""
        if sys.platform == "linux":
            return self._fork(exercise, setting, *request)
        if self.spare is None or not self.ready(exercise, setting):
            self.close()
            self.spare = SingleProcess(setting, exercise)
        try:
            return self.spare.run(exercise, *request)
        finally:
            self.spare.close()
            self.spare = SingleProcess(setting, exercise)

    def _fork(self, exercise: Exercise, setting: Setting, *request: Any) -> Outcome:
        try:
            if setting not in self.servers:
                self.servers[setting] = ForkServer(setting, [exercise], level="process")
            server = self.servers[setting]
            server.import_harness(exercise)
            return server.run(exercise, *request)
        except Broken as broken:
            broken_server = self.servers.pop(setting, None)
            if broken_server is not None:
                broken_server.close()
            return Outcome(failure=Failure("not-ready"), noise=str(broken))

    def interrupt(self) -> None:
        """End the answer that runs, from another thread."""
        for server in tuple(self.servers.values()):
            server.interrupt()
        if self.spare is not None:
            self.spare.close()

    def close(self) -> None:
        """End all processes."""
        for server in self.servers.values():
            server.close()
        self.servers.clear()
        if self.spare is not None:
            self.spare.close()


class Background:
    """Serve the commands of one terminal session, one after the other.

    Args:
        file: tells the commands where to connect, and with which key.
        session: the process id of the session's leader; 0 if it cannot be seen from here.
    """

    def __init__(self, file: Path, session: int) -> None:
        self.file = file
        self.session = session
        self.runners = Runners()
        self.busy = False
        self.last_request = time.monotonic()

    def serve(self) -> None:
        """Serve until the process is ended."""
        key = secrets.token_bytes(32)
        with Listener(backlog=8, authkey=key) as listener:
            with replacing(self.file) as file:
                json.dump({"address": listener.address, "key": key.hex(), "session": self.session}, file)
            print("ready", flush=True)
            threading.Thread(target=self._end_in_time, daemon=True).start()
            while True:
                with suppress(OSError, EOFError, AuthenticationError), listener.accept() as connection:
                    self._serve(connection)

    def _serve(self, connection: Connection) -> None:
        request = connection.recv()
        if request == "stop":
            self.end()
        self.busy = True
        client = threading.Thread(target=self._interrupt_when_gone, args=(connection,), daemon=True)
        try:
            connection.send(("ready", self.runners.ready(find_exercise(request["exercise"]), request["setting"])))
            client.start()
            connection.send(("outcome", self._run(connection, **request)))
        finally:
            self.busy = False
            self.last_request = time.monotonic()
            client.join()

    def _run(
        self,
        connection: Connection,
        setting: Setting,
        exercise: str,
        source: str,
        path: str,
        functions: Sequence[Mapping[str, Any]],
        given: Mapping[str, Any],
    ) -> Outcome:
        def on_output(text: str) -> None:
            connection.send(("output", text))

        return self.runners.run(find_exercise(exercise), setting, source, path, functions, given, on_output)

    def _interrupt_when_gone(self, connection: Connection) -> None:
        """End the answer when the command that asked for it has gone, as after Ctrl-C."""
        with suppress(OSError, EOFError):
            connection.recv()
        if self.busy:
            self.runners.interrupt()

    def _end_in_time(self) -> None:
        while True:
            time.sleep(LOOK)
            idle = not self.busy and time.monotonic() - self.last_request > IDLE
            if idle or not self.file.exists() or not _exists(self.session):
                self.end()

    def end(self) -> None:
        """End this process, and the processes that it started."""
        with suppress(OSError):
            self.file.unlink()
        self.runners.close()
        os._exit(0)


def _exists(pid: int) -> bool:
    if not pid or not hasattr(os, "getsid"):
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


if __name__ == "__main__":
    Background(Path(sys.argv[1]), int(sys.argv[2])).serve()
