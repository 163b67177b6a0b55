"""The engine needs no framework: with none in reach, the toy's lesson is told and everything that it claims holds."""

import json
import subprocess
import sys

from support.commands import HEAVY, with_toy
from support.paths import ROOT

CODE = f"""
import sys
sys.modules.update(dict.fromkeys({HEAVY}))
import runpy
runpy.run_module("toy", run_name="__main__")
"""


def test_the_toys_lesson_runs_where_no_framework_can_be_imported() -> None:
    words = ["--no-input", "--all", "--json", "-"]
    command = [sys.executable, "-c", CODE, *words]
    done = subprocess.run(command, cwd=ROOT, env=with_toy(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert all(step["held"] for step in report["steps"])
    assert all(fault["today"]["held"] for fault in report["faults"])
    assert len(report["final"]["losses"]) == 30


def test_the_toys_notebook_is_written_where_no_framework_can_be_imported() -> None:
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({HEAVY})); from toy import CHAPTER; "
        "from course.notebook.writing.publish import notebook; print(len(notebook(CHAPTER, 'plain', 'ko').cells))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=with_toy(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 50
