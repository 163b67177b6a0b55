"""Runs notebooks, and says whether they showed what they should."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from course.lesson import Task, Track
from support.small import few_rows, one_layer


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def executed(book: Any, directory: Path, python: str = sys.executable, **environment: str) -> Any:
    """Run a notebook from top to bottom; an error where none is meant ends it."""
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    arguments = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]

    class Manager(AsyncKernelManager):
        def format_kernel_cmd(self, extra_arguments: Any = None) -> list[str]:
            return [each.format(connection_file=self.connection_file) for each in arguments]

    client = NotebookClient(
        book, timeout=1800, kernel_manager_class=Manager, resources={"metadata": {"path": str(directory)}}
    )
    kept = {name: value for name, value in os.environ.items() if name not in ("JPY_SESSION_NAME", "PYTHONPATH")}
    client.execute(env={**kept, **environment})
    return book


def assert_as_declared(book: Any, track: Track | None, whole: bool = True) -> None:
    """Assert that a cell failed only as the lesson declares, and that the output is the same on any machine."""
    from course.notebook.running.quiet import declared_as, expected

    for cell in code(book):
        errors = [output for output in cell.outputs if output.output_type == "error"]
        assert bool(errors) == ("raises-exception" in cell.metadata.get("tags", ())), (cell.id, errors)
        for error in errors:
            kind = type(error.ename, (Exception,), {})
            assert declared_as(expected(track), kind(error.evalue)), (cell.id, error.evalue)
        text = json.dumps(cell.outputs, ensure_ascii=False)
        assert not re.search(r"/(?:tmp|home|root|work|usr)/|it/s|s/step|\d%\||\d\d:\d\d:\d\d", text), (
            cell.id,
            text[:2000],
        )
    scores = [cell.outputs for cell in code(book) if cell.id.split("-")[-1] == "scores"] if whole else []
    assert scores or not (track and whole)
    for told in scores:
        shares = [float(share.replace(",", ".")) for share in re.findall(r"(\d+[.,]\d)\s?%", json.dumps(told))]
        assert shares, told
        assert min(shares) >= 75


def shortened(book: Any, task: Task, directory: Path) -> Any:
    """A notebook with all its cells up to a script that starts processes, or to the further sections, on few rows, with a small model."""
    for part in ("data", "model"):
        (directory / part).mkdir()
    given = {
        "dataset": few_rows(task, directory / "data", 160),
        "checkpoint": one_layer(task, directory / "model" / "checkpoint"),
    }
    ids = [cell.id for cell in book.cells]
    for cut, end in (("pt_accelerate-opening", "summary"), ("further", "quiz")):
        # test_stages.py runs these
        if cut in ids:
            book.cells = book.cells[: ids.index(cut)] + book.cells[ids.index(end) :]
    for cell in code(book):
        for name, value in given.items():
            cell.source = re.sub(f"^{name} = .*", f'{name} = "{value}"', cell.source, flags=re.MULTILINE)
        cell.source = re.sub(r"^steps = \d{3}$", "steps = 12", cell.source, flags=re.MULTILINE)
    return book
