"""A recording tells the lesson that was recorded, and says when it no longer fits the code."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.commands import HEAVY
from support.paths import ROOT
from support.screen import Person
from toy import CHAPTER

from course import recording
from course.audit.recordings import track_complaints
from course.cli.lesson import tell
from course.lesson import Observed
from course.observe import Live
from course.recording import Recorded, Recording, load, neutral, record, save
from course.screen import Work
from course.sources import choose_source
from course.terminal.walkthrough import Lesson

TRACK = CHAPTER.tracks["plain"]
SOURCE = choose_source(CHAPTER.task, "embedded")


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    """A recording of the toy's lesson, written and read again."""
    monkeypatch.setattr(recording, "DIRECTORY", tmp_path)
    save(record(CHAPTER, TRACK, Live(SOURCE, 0, tmp_path), "2026-11-25", {"python": "3.11.7"}, Work()))
    found = load(CHAPTER.name, "plain")
    assert found is not None
    return found


def told(observer: Live | Recorded) -> str:
    """The whole lesson in a terminal."""
    person = Person([])
    tell(Lesson(CHAPTER, TRACK, SOURCE, 0, observer, person), "", everything=True)
    return person.text


def test_a_recorded_lesson_reads_as_the_live_one(recorded: Recording, tmp_path: Path) -> None:
    assert told(Recorded(recorded)) == told(Live(SOURCE, 0, tmp_path))


def test_its_report_says_when_it_was_recorded_and_with_what(recorded: Recording) -> None:
    lesson = Lesson(CHAPTER, TRACK, SOURCE, 0, Recorded(recorded), Person([]))
    lesson.run()
    report = lesson.json()
    assert (report["recorded"], report["versions"]) == ("2026-11-25", {"python": "3.11.7"})
    assert not lesson.report.failed
    assert report["final"]["losses"]


def test_the_whole_traceback_is_kept(recorded: Recording) -> None:
    raised = next(each.observed.raised for each in recorded.seen.values() if each.observed.raised)
    assert raised.traceback.startswith("Traceback (most recent call last):")
    assert str(ROOT) not in raised.traceback
    assert raised.frames


def test_a_fresh_recording_fits(recorded: Recording) -> None:
    assert [*track_complaints(CHAPTER, TRACK)] == []


def test_the_audit_says_that_there_is_none(recorded: Recording) -> None:
    recording.path_of(CHAPTER.name, "plain").unlink()
    (complaint,) = track_complaints(CHAPTER, TRACK)
    assert f"record {CHAPTER.name} plain" in complaint.sentence("en")


@pytest.mark.parametrize("spoil", ["code", "missing", "superfluous", "data", "symptom"])
def test_the_audit_says_where_it_does_not_fit(recorded: Recording, spoil: str) -> None:
    seen = dict(recorded.seen)
    name = next(name for name, each in seen.items() if each.observed.raised)
    if spoil == "code":
        seen[name] = replace(seen[name], code="0")
    elif spoil == "missing":
        del seen[name]
    elif spoil == "superfluous":
        name = "no-block-of-this-name"
        seen[name] = next(iter(seen.values()))
    elif spoil == "symptom":
        seen[name] = replace(seen[name], observed=Observed())
    save(replace(recorded, seen=seen, data="0" if spoil == "data" else recorded.data))
    where = {complaint.where.rpartition("/")[2] for complaint in track_complaints(CHAPTER, TRACK)}
    assert where == {"data" if spoil == "data" else name}


def test_numbers_that_are_none_come_back(recorded: Recording) -> None:
    seen = replace(next(iter(recorded.seen.values())), observed=Observed(losses=(1.5, float("nan"), float("inf"))))
    path = save(replace(recorded, seen={"training": seen}))
    json.loads(path.read_text(), parse_constant=lambda name: pytest.fail(name))
    again = load(CHAPTER.name, "plain")
    assert again is not None
    assert re.fullmatch(r"\(1\.5, nan, inf\)", str(again.seen["training"].observed.losses))


def test_what_only_this_machine_has_is_left_out() -> None:
    text = f'File "{ROOT}/course/kernel.py", <object at 0x7f00deadbeef>, {sys.base_prefix}/lib/x.py'
    assert neutral(text) == 'File "course/kernel.py", <object at 0x…>, lib/x.py'


@pytest.mark.parametrize("chapter", ["ch3", "ch8"])
@pytest.mark.parametrize("framework", ["tf", "pt"])
def test_a_lesson_is_read_where_no_framework_can_be_imported(chapter: str, framework: str) -> None:
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({HEAVY})); import runpy; "
        f"runpy.run_module('course.{chapter}', run_name='__main__')"
    )
    words = ["--recorded", "--no-input", "--all", "--json", "-", "--framework", framework, "--lang", "ko"]
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["final"]["losses"]
