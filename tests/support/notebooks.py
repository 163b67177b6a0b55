"""Runs notebooks."""

import os
import sys
from pathlib import Path
from typing import Any


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
