"""Starts the reader's program in a process of its own, and waits for the report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course.diagnosis.running.limits import IMPORTING, LOOKING, WAITING
from course.diagnosis.running.source import read_program
from course.environment import share_cores
from course.paths import CHECKOUT

STEPS = 100
"""How many training steps are enough by default."""
SECONDS = 30.0
"""How many seconds of training are enough by default."""
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

    What the program prints is kept and not shown. It cannot ask anything: its standard input is empty.

    Raises:
        WrongUse: the file is no program.
    """
    program = read_program(path)
    share_cores()
    with tempfile.TemporaryDirectory(prefix="doctor-") as directory:
        out = Path(directory) / "report.json"
        scratch = Path(directory) / "scratch"
        scratch.mkdir()
        temporary = Path(directory) / "tmp"
        temporary.mkdir()
        request = Path(directory) / "request.json"
        request.write_text(
            json.dumps(
                {
                    "path": str(path),
                    "arguments": [*arguments],
                    "out": str(out),
                    "scratch": str(scratch),
                    "steps": steps,
                    "seconds": seconds,
                    "patience": patience,
                }
            ),
            encoding="utf-8",
        )
        printed = Path(directory) / "printed.txt"
        with printed.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "course.diagnosis.running.program", str(request)],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=environment(temporary),
            )
            try:
                process.wait(timeout=WAITING * patience + 2 * seconds + LOOKING + 30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            except KeyboardInterrupt:
                process.kill()
                process.wait()
                raise
        content = json.loads(out.read_text(encoding="utf-8")) if out.is_file() else {"findings": [], "ended": "died"}
        text = printed.read_bytes()[-SHOWN:].decode("utf-8", errors="replace")
    return {**content, "printed": text, "exit": process.returncode, "left_out": [*program.left_out]}


def environment(temporary: Path) -> dict[str, str]:
    """The reader's environment, in which this package can be imported, with a directory for temporary files."""
    paths = [str(CHECKOUT), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    return {**os.environ, **own, "PYTHONPATH": os.pathsep.join(paths), "TOKENIZERS_PARALLELISM": "false"}
