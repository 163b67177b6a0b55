"""A learner's points and hints are kept whole through interruptions and broken files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from course.contents import find_exercise
from course.exercise import Verdict
from course.message import WrongUse
from course.terminal.progress import LastCheck, Progress

METRICS = find_exercise("metrics")


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "deep" / "progress.json")


def test_the_best_points_are_kept(progress: Progress) -> None:
    assert progress.points(METRICS, "pt") is None
    for points in (1, 3, 2):
        progress.record(METRICS, "pt", points, None, 0)
    assert progress.points(METRICS, "pt") == 3
    assert progress.points(METRICS, "tf") is None
    progress.record_hint(METRICS, 2)
    assert (progress.hints(METRICS), progress.points(METRICS, "pt")) == ([2], 3)
    progress.reset()
    assert (progress.hints(METRICS), progress.points(METRICS, "pt")) == ([], None)


def test_what_the_last_check_found_is_kept_until_it_is_gone(progress: Progress) -> None:
    check = METRICS.checks[0]
    frames = ((3, "accuracy", "return 1 / 0"),)
    failed = Verdict(check.name, "failed", mistake="percent", data={"actual": 0.5, "curve": [1.0]}, frames=frames)
    progress.record(METRICS, "pt", 1, failed, 2, "mine.py")
    assert progress.found(METRICS) == LastCheck(replace(failed, data={"actual": 0.5}), 2, "mine.py")
    assert progress.hints(METRICS) == [2]
    progress.record(METRICS, "pt", METRICS.points, None, 0)
    assert progress.found(METRICS) is None


def test_a_finding_of_a_check_that_is_gone_is_not_told(progress: Progress) -> None:
    progress.record(METRICS, "pt", 1, Verdict("no-such-check", "failed", mistake="percent"), 2)
    assert progress.found(METRICS) is None


def test_the_framework_and_the_exercise_of_the_last_start_are_kept(progress: Progress) -> None:
    assert (progress.last_framework(), progress.last_exercise()) == (None, None)
    progress.record_start(METRICS, "pt")
    progress.record_start(find_exercise("know-your-data"), "plain")
    assert (progress.last_framework(), progress.last_exercise()) == ("pt", find_exercise("know-your-data"))


def test_who_only_checks_goes_on_in_the_framework_of_the_last_check(progress: Progress) -> None:
    progress.record(METRICS, "pt", 1, None, 0)
    progress.record(find_exercise("know-your-data"), "plain", 1, None, 0)
    assert (progress.last_framework(), progress.last_exercise()) == ("pt", find_exercise("know-your-data"))


def test_a_write_that_fails_leaves_the_old_file(progress: Progress, monkeypatch: pytest.MonkeyPatch) -> None:
    progress.record(METRICS, "pt", 2, None, 0)
    monkeypatch.setattr(json, "dump", lambda content, file, **settings: file.write('{"half') and 1 / 0)
    with pytest.raises(ZeroDivisionError):
        progress.record(METRICS, "pt", 3, None, 0)
    assert progress.points(METRICS, "pt") == 2
    assert [path.name for path in progress.path.parent.iterdir()] == ["progress.json"]


@pytest.mark.parametrize("content", ["{", "[]", '{"ch8/metrics": 3}', '{"ch8/metrics": {"points": null}}'])
def test_a_damaged_file_is_told_and_not_overwritten(progress: Progress, content: str) -> None:
    progress.path.parent.mkdir()
    progress.path.write_text(content)
    with pytest.raises(WrongUse):
        progress.record(METRICS, "pt", 3, None, 0)
    assert progress.path.read_text() == content
