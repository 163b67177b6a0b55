"""A run that raised leaves none of its objects alive."""

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from course.kernel import Kernel
from course.observe import tried
from course.script import functions

PROBES = '''"""Probes."""


def fails(make):
    reader = make()
    raise ValueError(str(reader))


def looks(readers):
    return [{"alive": reader() is not None} for reader in readers]
'''


class Reader:
    """Stands for an iterator of tf.data, which waits for its own thread when it goes."""


@pytest.fixture
def no_collector() -> Any:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_what_an_exception_kept_alive_is_gone_before_anything_else_runs(tmp_path: Path) -> None:
    """Left to the collector it goes at any moment: under a lock that its thread wants, that is a deadlock."""
    (tmp_path / "probes.py").write_text(PROBES, encoding="utf-8")
    probes = functions(tmp_path / "probes.py")
    kernel = Kernel({}, "")
    readers = []

    def make() -> Reader:
        reader = Reader()
        readers.append(weakref.ref(reader))
        return reader

    kernel.namespace.update(make=make, readers=readers)
    for tries in (1, 2):
        assert tried(kernel, probes["fails"]).raised is not None
        assert tried(kernel, probes["looks"]).findings == [{"alive": False}] * tries
