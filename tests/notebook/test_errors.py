"""How a notebook shows errors, and what it keeps of them."""

import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from course.contents import chapter_names, load_chapter
from course.lesson import Raises
from course.notebook.running.quiet import expected

pytestmark = pytest.mark.slow

READS = """
import weakref

class Reader: ...

readers = []

def read():
    reader = Reader()
    reader.itself = reader
    readers.append(weakref.ref(reader))
    raise ValueError("no more rows")
"""


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from IPython.core.interactiveshell import InteractiveShell

    for name in ("last_type", "last_value", "last_traceback"):
        monkeypatch.setattr(sys, name, None, raising=False)
    gc.disable()
    shell = InteractiveShell()
    yield shell
    shell.reset()
    gc.enable()


def test_of_errors_only_the_last_keeps_alive_what_its_frames_had(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """What goes at a moment of the collector's choosing can wait forever; see `free_frames`."""
    from course.notebook.running.quiet import show_errors_briefly

    show_errors_briefly(shell, [], None, "en")
    shell.run_cell(READS)
    alive = []
    for _ in range(3):
        shell.run_cell("read()")
        alive.append([reader() is not None for reader in shell.user_ns["readers"]])
    assert alive == [[True], [False, True], [False, False, True]]
    assert capsys.readouterr().out.count("    read()") == 3


def test_a_notebook_goes_on_after_every_error_that_its_lesson_shows_those_of_editions_too() -> None:
    for name in chapter_names():
        for track in load_chapter(name).tracks.values():
            declared = expected(track)
            changes = [change for edition in track.editions for change in edition.changes]
            shown = [each.symptom for change in changes for each in (change, *change.probes)]
            shown += [probe.symptom for section in track.readable for probe in section.probes]
            assert all(each in declared for each in shown if isinstance(each, Raises))
