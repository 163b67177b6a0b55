"""Runs this project's commands as a user does, in a process of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from support.paths import ROOT

HEAVY = ("tensorflow", "tf_keras", "torch", "transformers", "datasets", "evaluate")


def command(*words: object, module: str = "course") -> list[str]:
    """Return the words of `python -m course …`."""
    return [sys.executable, "-m", module, *map(str, words)]


def run(
    *words: object, module: str = "course", cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `python -m course …`, or another module, with more variables in its environment."""
    return subprocess.run(
        command(*words, module=module),
        cwd=cwd,
        env={**without_language(with_toy() if module == "toy" else os.environ), **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def without_language(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment in which nothing asks for a language, and what is written is UTF-8."""
    kept = {name: value for name, value in environment.items() if not name.startswith(("LC_", "LANG", "COURSE"))}
    return {**kept, "PYTHONIOENCODING": "utf-8"}


def with_toy() -> dict[str, str]:
    """An environment in which the toy's chapter can be imported, and what is written is UTF-8."""
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", "PYTHONIOENCODING": "utf-8"}


def heavy_modules(module: str, *words: str) -> list[str]:
    """The heavy modules that are imported when a module is run with these words."""
    code = (
        "import os, sys\n"
        "leave = os._exit\n"
        f"os._exit = lambda code: (print('heavy:', *[name for name in {HEAVY} if name in sys.modules], file=sys.stderr), leave(code))\n"
        f"import runpy; runpy.run_module('{module}', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, env=with_toy(), capture_output=True, text=True, check=False
    )
    return done.stderr.splitlines()[-1].partition("heavy:")[2].split()
