"""`python -m course`: the chapters, how to start them, and how far one is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from course.cli.app import (
    console,
)
from course.contents import chapter_names, load_chapter
from course.frameworks import FRAMEWORKS
from course.i18n import N_, format_number, translate_plural

if TYPE_CHECKING:
    pass


def overview(language: str) -> None:
    """Print the chapters, how to start each, and how far one is with the exercises."""
    from rich.text import Text

    from course.contents import exercises
    from course.terminal.progress import Progress, default_path
    from course.terminal.screen import Terminal

    terminal = Terminal(console(sys.stdout), language)
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
    progress, settings = (
        Progress(default_path()),
        [(each, setting) for each in exercises() for setting in each.settings],
    )
    terminal.print(
        Text(
            terminal.say(
                N_("Exercises · points: {points} of {most}"),
                points=format_number(sum(progress.points(*each) or 0 for each in settings), language, 0),
                most=format_number(sum(each.points for each, _ in settings), language, 0),
            )
        )
    )
    terminal.print(Text("    python -m course exercises", "cyan"))
