"""Running a script, and reporting what was observed."""

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from course.kernel import Kernel
from course.lesson import ScriptPart
from course.observe import run_function, telling_line
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
    """The collector can free the reader at any moment: under a lock that its thread wants, that is a deadlock."""
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
        assert run_function(ScriptPart("plain", tmp_path, ()), kernel, probes["fails"]).raised is not None
        assert (
            run_function(ScriptPart("plain", tmp_path, ()), kernel, probes["looks"]).findings
            == [{"alive": False}] * tries
        )


def test_the_line_with_the_pattern_tells_most() -> None:
    message = "Graph execution error:\n\nfirst\nReceived a label of 2\n\t [[{{node loss}}]]\n"
    assert telling_line(message, "label of 2") == "Received a label of 2"
    assert telling_line(message) == "Received a label of 2"
    long = telling_line("x" * 500 + " the reason " + "y" * 500, "the reason")
    assert "the reason" in long
    assert len(long) < 160
