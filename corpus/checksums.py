"""The checksums of the embedded files, in the format of `sha256sum -c`."""

from __future__ import annotations

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def write_checksums(directory: Path) -> Path:
    """Write the SHA-256 of every file below a directory, in order of name, into its `SHA256SUMS`, and return that path."""
    files = sorted(path for path in directory.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(directory).as_posix()}\n"
        for path in files
        if path.name != NAME
    ]
    target = directory / NAME
    target.write_text("".join(lines), encoding="utf-8")
    return target
