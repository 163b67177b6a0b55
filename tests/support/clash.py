"""A triton with which TensorFlow's process dies, as it does of the real one beside PyTorch's build with CUDA."""

from pathlib import Path

import pytest

TRITON = """\
import os, signal, sys

if "tensorflow" in sys.modules:
    os.kill(os.getpid(), signal.SIGSEGV)
"""


def bring(directory: Path, patch: pytest.MonkeyPatch, name: str, version: str, text: str = "") -> None:
    """Install a library for this process and those that it starts, before any other of its name."""
    package = directory / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(text, encoding="utf-8")
    about = directory / f"{name}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    patch.syspath_prepend(directory)
    patch.setenv("PYTHONPATH", str(directory))
