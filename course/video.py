"""The course's video beside the lesson: which moment belongs to which section, and a chapter track for players."""

from __future__ import annotations

import re
from html import escape
from typing import Literal

from course.i18n import N_, bare, translate
from course.lesson import Chapter, Moment, Track, Video, seconds_of
from course.message import Choice, Message, WrongUse

Format = Literal["vtt", "srt"]
FORMATS: tuple[Format, ...] = ("vtt", "srt")


def track_with_video(chapter: Chapter) -> tuple[Track, Video]:
    """The track of a chapter that a video goes with, and that video.

    Raises:
        WrongUse: there is none.
    """
    for track in chapter.tracks.values():
        if track.video is not None and track.video.moments:
            return track, track.video
    raise WrongUse(N_("No video goes with the chapter `{name}`."), name=chapter.name)


def where(track: Track, section: str) -> Message | None:
    """A sentence with the times at which a track's video speaks of a section; None where no video has moments."""
    if track.video is None or not track.video.moments:
        return None
    spans = track.video.spans(section)
    if not spans:
        return Message(N_("The video does not cover this section."))
    # a sign that stands between times in every language
    times = " · ".join(f"{start}–{end}" for start, end in spans)
    return Message(N_("In the video: {times}."), {"times": times})


def moment_at(video: Video, time: str) -> Moment:
    """The moment that is on at a time such as `4:03`.

    Raises:
        WrongUse: it is no time, or the video is shorter.
    """
    if not re.fullmatch(r"\d{1,2}:[0-5]\d", time, re.ASCII) or seconds_of(time) >= seconds_of(video.length):
        raise WrongUse(
            N_("There is no `{time}` in the video: give minutes and seconds from `0:00` to before `{end}`."),
            time=time,
            end=video.length,
        )
    return [moment for moment in video.moments if seconds_of(moment.at) <= seconds_of(time)][-1]


def captions(video: Video, language: str, form: str) -> str:
    """A chapter track: one cue for each moment, with its title and its sentence in a language, as WebVTT or SRT.

    Raises:
        WrongUse: there is no such format.
    """
    if form not in FORMATS:
        raise WrongUse(N_("There is no format `{name}`: choose {formats}."), name=form, formats=Choice(FORMATS))
    starts = [seconds_of(moment.at) for moment in video.moments]
    ends = [*starts[1:], seconds_of(video.length)]
    cues = []
    for number, (moment, start, end) in enumerate(zip(video.moments, starts, ends, strict=True), 1):
        lines = [bare(translate(words, language)) for words in (moment.title, moment.sentence)]
        if form == "vtt":
            # in WebVTT these letters begin tags and entities
            lines = [escape(line, quote=False) for line in lines]
        times = f"{_stamp(start, form)} --> {_stamp(end, form)}"
        cues.append("\n".join([str(number), times, *lines]))
    head = ["WEBVTT"] if form == "vtt" else []
    return "\n\n".join([*head, *cues]) + "\n"


def _stamp(seconds: int, form: str) -> str:
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}{'.' if form == 'vtt' else ','}000"
