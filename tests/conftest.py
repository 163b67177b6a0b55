"""Fixtures that several tests share, and the order of the tests."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.scripts import BROKEN, HELPED, WORKING

from course.environment import use_the_cpu

# what the lessons and the programs in the tests show is declared for a CPU
use_the_cpu()
if "PYTEST_XDIST_WORKER" in os.environ:
    # one core for each: the threads of two that calculate at once wait for one another, and take several times as long
    for variable in ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS"):
        os.environ.setdefault(variable, "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write the transcripts of the toy's lesson anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first, so that no worker is left with one of them alone at the end."""
    long = ("train", "pinned", "newest", "tf", "pt")
    items.sort(key=lambda item: [item.get_closest_marker(name) is None for name in long])
    for item in items:
        if item.get_closest_marker("train") or item.get_closest_marker("attacks"):
            item.add_marker(pytest.mark.timeout(1500))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A directory with a script and its broken cells."""
    (tmp_path / "script.py").write_text(WORKING, encoding="utf-8")
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def helped(tmp_path: Path) -> Path:
    """A script one of whose functions only another calls."""
    path = tmp_path / "helped.py"
    path.write_text(HELPED, encoding="utf-8")
    return path


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Processes that are started meanwhile heed Ctrl-C, even where the tests run in the background of a shell."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    # a signal with a handler is set back to its default in a new program; one that is ignored stays ignored
    before = signal.signal(signal.SIGINT, stop)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def jailed() -> None:
    """For tests that need bubblewrap. Where the project's checks run, it has to be there."""
    if shutil.which("bwrap") is None and not os.environ.get("CI"):
        pytest.skip("bubblewrap is not installed")


@pytest.fixture(scope="session")
def as_root() -> None:
    """For tests of what only root can do. Where the project's checks run, they run as root."""
    if os.geteuid() != 0 and not os.environ.get("CI"):
        pytest.skip("only root can do this")
