"""The names that new content may have, and the record of the files that were written for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Created:
    """The files that were written, and what their author does next: marked sentences, with the values of all of them."""

    files: tuple[Path, ...]
    steps: tuple[str, ...]
    values: Mapping[str, object]


def can_be_name(name: str) -> bool:
    """Whether a name is in kebab-case and begins with a letter."""
    return re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) is not None
