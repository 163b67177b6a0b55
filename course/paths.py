"""The project's own directories, in a checkout and in an installed copy; and how a file is replaced at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import TextIO

PACKAGE = Path(__file__).parent
ASSETS = PACKAGE / "assets"
"""The directory of the embedded data, checkpoints and metrics."""
REPOSITORY = "course-companion/course-companion"
"""The GitHub repository from which the notebooks are opened and the package is installed, unless options say otherwise."""
CHECKOUT = PACKAGE.parent
"""The root of the repository. In an installed copy nothing of the repository but the package is there."""


def site_of(repository: str) -> str:
    """The address at which GitHub Pages publishes the web site of a repository."""
    owner, _, name = repository.partition("/")
    return f"https://{owner.lower()}.github.io/{name}/"


SITE = site_of(REPOSITORY)
"""The address of the web site."""


def locales() -> Path:
    """The directory of the catalogues: the checkout's, where there is one, else the installed copy."""
    return _checkout_or(PACKAGE / "locales", "locales")


def starters() -> Path:
    """The directory of the starters: the checkout's, where there is one, else the installed copy."""
    return _checkout_or(PACKAGE / "starters", "exercises")


def solutions() -> Path:
    """The directory of the solutions, which only a checkout has."""
    return CHECKOUT / "solutions"


def constraints() -> Path:
    """The file with versions that are known to work together: the checkout's, where there is one, else the installed copy."""
    return _checkout_or(PACKAGE / "constraints.txt", "constraints.txt")


def _checkout_or(installed: Path, name: str) -> Path:
    checkout = CHECKOUT / name
    return checkout if (CHECKOUT / "pyproject.toml").is_file() and checkout.exists() else installed


@contextmanager
def replacing(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """Open a file to write to. It takes its place at once when it is whole, and not at all if anything goes wrong.

    Raises:
        OSError: it cannot be written.
    """
    # what comes from an answer may hold half a character
    with replacing_path(path) as part, part.open("x", encoding=encoding, errors="replace", newline="") as file:
        yield file


@contextmanager
def replacing_path(path: Path) -> Iterator[Path]:
    """Give the path of a file that does not exist yet, and that takes the place of another as with `replacing`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        yield part
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
