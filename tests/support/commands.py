"""Runs this project's commands as a user does, in a process of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from support.paths import ROOT


def command(*words: object) -> list[str]:
    """Return the words of `python -m course …`."""
    return [sys.executable, "-m", "course", *map(str, words)]


def run(*words: object, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `python -m course …`, with more variables in its environment."""
    environment = {**os.environ, **(env or {})}
    return subprocess.run(command(*words), cwd=cwd, env=environment, capture_output=True, check=False, encoding="utf-8")
