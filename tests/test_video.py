"""The video beside the lesson: what is on at a time, what a section says of it, and the captions as players read them."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import srt
import webvtt

from course.audit.chapters import video_complaints
from course.contents import load_chapter
from course.i18n import LANGUAGES, translate
from course.lesson import Moment, Track, Video, seconds_of
from course.message import WrongUse
from course.video import captions, moment_at, track_with_video, where

TRACK, VIDEO = track_with_video(load_chapter("ch8"))
MADE_UP = Video("1:10", (Moment("0:00", "a & b <c>", "x --> y"), Moment("1:00", "d", "e", "learning-rate")))


def run(*arguments: str, module: str = "course.ch8") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, check=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_formats_hold_one_cue_a_moment_one_behind_the_other_to_the_end(language: str) -> None:
    first = webvtt.from_string(captions(VIDEO, language, "vtt"))
    second = list(srt.parse(captions(VIDEO, language, "srt"), ignore_errors=False))
    assert len(first) == len(second) == len(VIDEO.moments)
    # some players take no other sign before the thousandths
    assert "00:04:03.000 --> 00:04:34.000\n" in captions(VIDEO, language, "vtt")
    assert "00:04:03,000 --> 00:04:34,000\n" in captions(VIDEO, language, "srt")
    ends = [*(moment.at for moment in VIDEO.moments[1:]), VIDEO.length]
    for moment, end, one, other in zip(VIDEO.moments, ends, first, second, strict=True):
        words = [translate(text, language).replace("`", "") for text in (moment.title, moment.sentence)]
        assert one.text.splitlines() == other.content.splitlines() == words
        assert (one.start_in_seconds, one.end_in_seconds) == (seconds_of(moment.at), seconds_of(end))
        assert (other.start.total_seconds(), other.end.total_seconds()) == (seconds_of(moment.at), seconds_of(end))


def test_what_would_be_a_tag_or_an_arrow_does_not_break_a_cue() -> None:
    text = captions(MADE_UP, "en", "vtt")
    assert "a &amp; b &lt;c&gt;" in text
    assert "x --&gt; y" in text
    assert len(webvtt.from_string(text)) == 2
    assert [cue.content for cue in srt.parse(captions(MADE_UP, "en", "srt"))] == ["a & b <c>\nx --> y", "d\ne"]


@pytest.mark.parametrize(
    ("time", "section"),
    [("0:00", ""), ("1:45", ""), ("1:46", "loss-placement"), ("2:50", "ragged-batch"), ("4:03", "label-count"),
     ("04:03", "label-count"), ("5:56", "learning-rate"), ("7:41", "")],
)  # fmt: skip
def test_at_a_time_the_moment_that_has_begun_last_is_on(time: str, section: str) -> None:
    assert moment_at(VIDEO, time).section == section


@pytest.mark.parametrize("time", ["", "x", "4", "4:3", "4:60", "-1:00", "7:42", "99:59", "1:02:03", "٤:٠٣"])
def test_a_time_that_the_video_does_not_have_is_wrong_use(time: str) -> None:
    with pytest.raises(WrongUse):
        moment_at(VIDEO, time)
    done = run(f"--at={time}", "--lang", "it")
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1


def test_every_section_says_where_in_the_video_it_is() -> None:
    said = {section.name: where(TRACK, section.name) for section in TRACK.lesson}
    times = {name: message.values.get("times") for name, message in said.items() if message is not None}
    assert times["loss-placement"] == "1:46–2:17, 2:51–4:03"
    assert times["label-count"] == "4:03–5:56"
    assert times["attention-mask"] is None
    assert where(load_chapter("ch8").tracks["pt"], "label-count") is None


def test_the_command_says_which_section_is_meant_and_how_to_begin_there() -> None:
    done = run("--at", "4:40", "--lang", "ko")
    assert done.returncode == 0
    said = done.stdout.decode()
    assert translate("Three labels, two outputs", "ko") in said
    assert "--framework tf --fault label-count" in said
    whole = run("--video", "--lang", "zh").stdout.decode()
    assert all(f"{moment.at} · " in whole for moment in VIDEO.moments)


def test_a_chapter_without_a_video_a_strange_format_and_a_strange_chapter_are_wrong_use() -> None:
    for done in (
        run("--video", module="course.ch3"),
        run("captions", "ch3", module="course"),
        run("captions", "ch99", module="course"),
        run("captions", "--format", "ass", module="course"),
    ):
        assert done.returncode == 2
        assert len(done.stderr.decode().splitlines()) == 1
        assert not done.stdout


def test_captions_are_in_utf_8_in_every_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "course", "captions", "--lang", "zh", "--format", "srt"],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin"},
        cwd=Path(__file__).parent.parent,
    )
    assert done.stdout.decode() == captions(VIDEO, "zh_CN", "srt")


@pytest.mark.parametrize(
    "video",
    [
        Video("1:00", (Moment("0:01", "a", "b"),)),
        Video("1:00", (Moment("0:00", "a", "b"), Moment("0:00", "c", "d"))),
        Video("1:00", (Moment("0:00", "a", "b"), Moment("1:00", "c", "d"))),
        Video("1:00", (Moment("0:00", "a", ""),)),
        Video("1:00", (Moment("0:00", "a", "b", "no-such-section"),)),
    ],
)
def test_the_audit_finds_moments_that_do_not_fit(video: Video) -> None:
    assert not [*video_complaints(TRACK)]
    track: Track = replace(TRACK, video=video)
    assert len([*video_complaints(track)]) == 1
