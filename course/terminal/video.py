"""Show the moments of a chapter's video in a terminal, each with the section it belongs to."""

from __future__ import annotations

from course.i18n import N_
from course.lesson import Chapter
from course.terminal.rendering import Terminal
from course.video import moment_at, track_with_video


def show(chapter: Chapter, terminal: Terminal, at: str | None) -> None:
    """Print the moment that is on at a time; without a time, every moment from first to last.

    Raises:
        WrongUse: no video goes with the chapter, or the video is shorter.
    """
    track, video = track_with_video(chapter)
    moments = video.moments if at is None else (moment_at(video, at),)
    for moment in moments:
        terminal.print(terminal.prose(f"{moment.at} · {terminal.say(moment.title)}", style="bold"))
        terminal.paragraph(moment.sentence)
        if moment.section:
            (section,) = [each for each in track.sections if each.name == moment.section]
            terminal.paragraph(N_("In the lesson: {title}"), title=terminal.say(section.title))
            terminal.line(f"    python -m {chapter.package} --framework {track.framework} --fault {section.name}")
            terminal.print()
