"""The video beside the lesson: what is on at a time, and the captions as players read them."""

import pytest
import srt
import webvtt
from support.commands import run
from toy import CHAPTER

from course.i18n import LANGUAGES, translate
from course.lesson import Moment, Video, seconds_of
from course.message import WrongUse
from course.video import captions, moment_at, track_with_video

TRACK, VIDEO = track_with_video(CHAPTER)
MADE_UP = Video("", "1:10", (Moment("0:00", "a & b <c>", "x --> y"), Moment("1:00", "d", "e", "learning-rate")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_formats_hold_one_cue_a_moment_one_behind_the_other_to_the_end(language: str) -> None:
    first = webvtt.from_string(captions(VIDEO, language, "vtt"))
    second = list(srt.parse(captions(VIDEO, language, "srt"), ignore_errors=False))
    assert len(first) == len(second) == len(VIDEO.moments)
    # some players take no other sign before the thousandths
    assert "00:00:20.000 --> 00:01:10.000\n" in captions(VIDEO, language, "vtt")
    assert "00:00:20,000 --> 00:01:10,000\n" in captions(VIDEO, language, "srt")
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
    [
        ("0:00", ""),
        ("0:19", ""),
        ("0:20", "summed-pairs"),
        ("00:20", "summed-pairs"),
        ("1:09", "summed-pairs"),
        ("1:29", ""),
    ],
)
def test_at_a_time_the_moment_that_has_begun_last_is_on(time: str, section: str) -> None:
    assert moment_at(VIDEO, time).section == section


@pytest.mark.parametrize("time", ["", "x", "4", "4:3", "4:60", "-1:00", "1:30", "99:59", "1:02:03", "٤:٠٣"])
def test_a_time_that_the_video_does_not_have_is_wrong_use(time: str) -> None:
    with pytest.raises(WrongUse):
        moment_at(VIDEO, time)


def test_moments_of_a_section_without_a_gap_between_them_are_one_span() -> None:
    moments = (
        Moment("0:00", "a", "b", "x"),
        Moment("0:10", "a", "b", "x"),
        Moment("0:20", "a", "b"),
        Moment("0:30", "a", "b", "x"),
    )
    assert Video("", "1:00", moments).spans("x") == [("0:00", "0:20"), ("0:30", "1:00")]
    assert Video("", "1:00", moments).spans("y") == []


def test_a_chapter_without_a_video_a_strange_format_and_a_strange_chapter_are_wrong_use() -> None:
    for done in (
        run("--video", module="course.ch3"),
        run("captions", "ch3"),
        run("captions", "ch99"),
        run("captions", "--format", "ass"),
    ):
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert not done.stdout
