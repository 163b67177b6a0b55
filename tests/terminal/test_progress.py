"""A learner's points and hints are kept whole through interruptions and broken files."""

import json
from pathlib import Path

import pytest

from course.contents import find_exercise
from course.message import WrongUse
from course.terminal.progress import Progress

METRICS = find_exercise("metrics")


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "deep" / "progress.json")


def test_the_best_points_are_kept(progress: Progress) -> None:
    assert progress.points(METRICS, "pt") is None
    for points in (1, 3, 2):
        progress.record(METRICS, "pt", points)
    assert progress.points(METRICS, "pt") == 3
    assert progress.points(METRICS, "tf") is None
    progress.record_hint(METRICS, 2)
    assert (progress.hints(METRICS), progress.points(METRICS, "pt")) == (2, 3)
    progress.reset()
    assert (progress.hints(METRICS), progress.points(METRICS, "pt")) == (0, None)


def test_a_write_that_fails_leaves_the_old_file(progress: Progress, monkeypatch: pytest.MonkeyPatch) -> None:
    progress.record(METRICS, "pt", 2)
    monkeypatch.setattr(json, "dump", lambda content, file, **settings: file.write('{"half') and 1 / 0)
    with pytest.raises(ZeroDivisionError):
        progress.record(METRICS, "pt", 3)
    assert progress.points(METRICS, "pt") == 2
    assert [path.name for path in progress.path.parent.iterdir()] == ["progress.json"]


@pytest.mark.parametrize("content", ["{", "[]", '{"ch8/metrics": 3}', '{"ch8/metrics": {"points": null}}'])
def test_a_damaged_file_is_told_and_not_overwritten(progress: Progress, content: str) -> None:
    progress.path.parent.mkdir()
    progress.path.write_text(content)
    with pytest.raises(WrongUse):
        progress.record(METRICS, "pt", 3)
    assert progress.path.read_text() == content
