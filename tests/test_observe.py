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
    try:
        reads(make)
    except KeyError as error:
        raise ValueError(str(reader)) from error


def reads(make):
    reader = make()
    reader.itself = reader
    raise KeyError(str(reader))
'''


class Reader:
    """Stands for an iterator of tf.data, which waits for its own thread when it goes."""


@pytest.fixture
def no_collector() -> Any:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_a_kept_exception_keeps_nothing_alive_that_its_frames_had(tmp_path: Path) -> None:
    """The collector can free the reader at any moment: under a lock that its thread wants, that is a deadlock."""
    (tmp_path / "probes.py").write_text(PROBES, encoding="utf-8")
    kernel = Kernel({}, "")
    readers = []

    def make() -> Reader:
        reader = Reader()
        readers.append(weakref.ref(reader))
        return reader

    kernel.namespace.update(make=make)
    fails = functions(tmp_path / "probes.py")["fails"]
    kept = [run_function(ScriptPart("plain", tmp_path, ()), kernel, fails).raised for _ in range(2)]
    assert [raised and raised.error for raised in kept] == ["ValueError"] * 2
    assert [reader() for reader in readers] == [None] * 4


def test_the_line_with_the_pattern_tells_most() -> None:
    message = "Graph execution error:\n\nfirst\nReceived a label of 2\n\t [[{{node loss}}]]\n"
    assert telling_line(message, "label of 2") == "Received a label of 2"
    assert telling_line(message) == "Received a label of 2"
    long = telling_line("x" * 500 + " the reason " + "y" * 500, "the reason")
    assert "the reason" in long
    assert len(long) < 160
