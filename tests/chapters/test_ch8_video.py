"""The moments of chapter 8's video: their times and their sections."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import run

from course.contents import load_chapter
from course.i18n import translate
from course.video import captions, moment_at, track_with_video, where

TRACK, VIDEO = track_with_video(load_chapter("ch8"))


@pytest.mark.parametrize(
    ("time", "section"),
    [("0:00", ""), ("1:45", ""), ("1:46", "loss-placement"), ("2:50", "ragged-batch"), ("4:03", "label-count"),
     ("04:03", "label-count"), ("5:56", "learning-rate"), ("7:41", "")],
)  # fmt: skip
def test_at_a_time_the_moment_that_has_begun_last_is_on(time: str, section: str) -> None:
    assert moment_at(VIDEO, time).section == section


def test_every_section_says_where_in_the_video_it_is() -> None:
    said = {section.name: where(TRACK, section.name) for section in TRACK.sections}
    times = {name: message.values.get("times") for name, message in said.items() if message is not None}
    assert times["loss-placement"] == "1:46–2:17 · 2:51–4:03"
    assert times["label-count"] == "4:03–5:56"
    assert times["attention-mask"] is None
    assert where(load_chapter("ch8").tracks["pt"], "label-count") is None


def test_the_command_says_which_section_is_meant_and_how_to_begin_there() -> None:
    done = run("--at", "4:40", "--lang", "ko", module="course.ch8")
    assert done.returncode == 0
    said = done.stdout
    assert translate("Three labels, two outputs", "ko") in said
    assert "--framework tf --fault label-count" in said
    whole = run("--video", "--lang", "zh", module="course.ch8").stdout
    assert all(f"{moment.at} · " in whole for moment in VIDEO.moments)


def test_captions_are_in_utf_8_in_every_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "course", "captions", "--lang", "zh", "--format", "srt"],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin"},
        cwd=Path(__file__).parent.parent.parent,
    )
    assert done.stdout.decode() == captions(VIDEO, "zh_CN", "srt")
