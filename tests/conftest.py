"""Fixtures that several tests share, and the order of the tests."""

import os
import shutil
import signal
from collections.abc import Iterator

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:
    # one core for each: the threads of two that calculate at once wait for one another, and take several times as long
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first, so that no worker is left with one of them alone at the end."""
    long = ("train", "pinned", "tf", "pt")
    items.sort(key=lambda item: [item.get_closest_marker(name) is None for name in long])
    for item in items:
        if item.get_closest_marker("train") or item.get_closest_marker("alone"):
            item.add_marker(pytest.mark.timeout(1500))


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
