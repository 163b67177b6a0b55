"""Processes for the doctor's programs that begin with the libraries imported, which takes most of the time of a small program."""

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import TimeoutExpired
from typing import IO

from course.environment import share_cores

LIBRARIES = {
    "tf": ("tensorflow", "keras"),
    "pt": ("torch", "accelerate", "datasets", "transformers.trainer", "transformers.models.auto.modeling_auto"),
}
"""What most programs of a framework import."""


class Process:
    """A process that runs one program, with what `launch.run` asks of a `subprocess.Popen`."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> None:
        self._process.join(timeout)
        if self._process.is_alive():
            raise TimeoutExpired(self._process.name, timeout or 0)

    def kill(self) -> None:
        self._process.kill()


def available(framework: str) -> bool:
    """Whether processes can begin with a framework: the system can fork, and the other framework would not be loaded as well."""
    alone = framework == "tf" or find_spec("tensorflow") is None
    return alone and "forkserver" in multiprocessing.get_all_start_methods()


def start(framework: str, request: Path, printed: IO[bytes], variables: Mapping[str, str]) -> Process:
    """Start a program as `launch.start` does, in a process that has imported what is in LIBRARIES."""
    share_cores()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*LIBRARIES[framework]])
    process = context.Process(target=work, args=(str(request), printed.name, dict(variables), str(Path.cwd())))
    process.start()
    return Process(process)


def work(request: str, printed: str, variables: Mapping[str, str], directory: str) -> None:
    """In the new process: run a program as `python -m course.diagnosis.running.program` does."""
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(directory)
    tempfile.tempdir = None
    with Path(printed).open("ab") as out, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))
    sys.path.insert(0, directory)

    from course.diagnosis.running import program

    program.main([request])
