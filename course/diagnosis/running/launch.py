"""Starts the reader's program in a process of its own, and waits for the report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from course.diagnosis.running.limits import IMPORTING, LOOKING, WAITING
from course.diagnosis.running.on_cpu import unclear_error
from course.diagnosis.running.source import read_program
from course.environment import WITHOUT_GPU, libraries_clash, share_cores
from course.paths import CHECKOUT

STEPS = 100
"""How many training steps are enough by default."""
SECONDS = 30.0
"""How many seconds of training are enough by default."""
WHOLE = 3
"""How many times as long a training may take that is run again to its end."""
UNEXPLAINED = ("needs-gpu", "assertion-on-gpu", "other-error")
"""The looks that say nothing of why a calculation on a GPU failed."""
DIED = (-signal.SIGSEGV, -signal.SIGABRT)
"""The exit codes of a process that died of its libraries."""
SHOWN = 4000
"""How many characters of what a program printed at its end are kept."""


def examine(
    path: Path,
    arguments: Sequence[str] = (),
    steps: int = STEPS,
    seconds: float = SECONDS,
    patience: float = IMPORTING,
) -> dict[str, Any]:
    """Run a program and return the report on it; see docs/doctor.md.

    Args:
        steps: how many training steps are enough.
        seconds: how many seconds of training are enough.
        patience: how many seconds the program may compute until it trains.

    What the program prints is kept and not shown. It cannot ask anything: its standard input is empty. A program that a GPU
    has ended with an error that names no cause is run again, on the CPU; one whose process died where two libraries are
    known to crash each other, with them in another order; one that ends with an error after its training was ended early, to
    the end of its training: an error that does not come again was none of the program's.

    Raises:
        WrongUse: the file is no program.
    """
    program = read_program(path)
    share_cores()
    request = {"path": str(path), "arguments": [*arguments], "steps": steps, "seconds": seconds, "patience": patience}
    found = run(request)
    if found["ended"] == "died" and found["exit"] in DIED and libraries_clash():
        request["signal"] = signal.Signals(-found["exit"]).name
        again = run(request)
        found = again if again["ended"] != "died" else found
    without_crash = found.pop("without_crash", None)
    if without_crash is not None:
        again = run({**request, "steps": sys.maxsize, "seconds": WHOLE * seconds})
        # where it was ended early once more, nobody knows
        its_own = again.get("crash") is not None and "without_crash" not in again
        found = again if its_own else {**found, **without_crash}
    error = unclear_error(found)
    if error and not explained(found):
        again = run({**request, "on_cpu": True})
        if again.get("crash") is not None and explained(again):
            found = {**again, "gpu": error}
    return {"gpu": None, **found, "left_out": [*program.left_out]}


def explained(report: Mapping[str, Any]) -> bool:
    """Whether the diagnosis says more than that there was an error."""
    return bool(report["findings"]) and report["findings"][0]["look"] not in UNEXPLAINED


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Run a program in a process of its own, and return what was found, what it printed at its end, and its exit code."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as directory:
        out = Path(directory) / "report.json"
        scratch = Path(directory) / "scratch"
        scratch.mkdir()
        temporary = Path(directory) / "tmp"
        temporary.mkdir()
        file = Path(directory) / "request.json"
        file.write_text(json.dumps({**request, "out": str(out), "scratch": str(scratch)}), encoding="utf-8")
        printed = Path(directory) / "printed.txt"
        with printed.open("wb") as stream:
            process = start(file, stream, environment(temporary, on_cpu=request.get("on_cpu", False)))
            try:
                process.wait(timeout=WAITING * request["patience"] + 2 * request["seconds"] + LOOKING + 30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            except KeyboardInterrupt:
                process.kill()
                process.wait()
                raise
        content = json.loads(out.read_text(encoding="utf-8")) if out.is_file() else {"findings": [], "ended": "died"}
        text = printed.read_bytes()[-SHOWN:].decode("utf-8", errors="replace")
    return {**content, "printed": text, "exit": process.returncode}


def start(request: Path, printed: IO[bytes], variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start the process that runs a program.

    Args:
        request: the file that says which, and how.
        printed: the file for what it prints.
        variables: its environment.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "course.diagnosis.running.program", str(request)],
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=subprocess.STDOUT,
        env=variables,
    )


def environment(temporary: Path, on_cpu: bool = False) -> dict[str, str]:
    """The reader's environment, in which this package can be imported, with a directory for temporary files; without a GPU, if asked."""
    # each calculation on a GPU is waited for, so that an error arises at its own line
    device = WITHOUT_GPU if on_cpu else {"CUDA_LAUNCH_BLOCKING": "1"}
    paths = [str(CHECKOUT), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    return {**os.environ, **own, **device, "PYTHONPATH": os.pathsep.join(paths), "TOKENIZERS_PARALLELISM": "false"}
