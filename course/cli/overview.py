"""`python -m course` without a command: the chapters, how to start them, and how far one is."""

from __future__ import annotations

import sys

from course.cli.app import terminal_on
from course.contents import chapter_names, exercises, load_chapter
from course.frameworks import FRAMEWORKS
from course.i18n import N_, format_number, translate_plural


def overview(language: str) -> None:
    """Print the chapters, how to start each, and how far one is with the exercises."""
    from rich.text import Text

    from course.terminal.progress import Progress, default_path

    terminal = terminal_on(sys.stdout, language)
    for name in chapter_names():
        chapter = load_chapter(name)
        for track in chapter.tracks.values():
            count = len(track.faults)
            faults = translate_plural("{count} fault", "{count} faults", count, language)
            number = format_number(count, language, 0)
            terminal.print(
                Text(
                    f"{terminal.say(chapter.title)} · {FRAMEWORKS[track.framework].title} · {faults.format(count=number)}"
                )
            )
            terminal.print(Text(f"    python -m course.{name} --framework {track.framework}", "cyan"))
    progress = Progress(default_path())
    settings = [(exercise, setting) for exercise in exercises() for setting in exercise.settings]
    reached = sum(progress.points(exercise, setting) or 0 for exercise, setting in settings)
    most = sum(exercise.points for exercise, _ in settings)
    points = terminal.say(
        N_("Exercises · points: {points} of {most}"),
        points=format_number(reached, language, 0),
        most=format_number(most, language, 0),
    )
    terminal.print(Text(points))
    terminal.print(Text("    python -m course exercises", "cyan"))
