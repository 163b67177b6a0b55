"""`python -m course record`: run the lessons, and keep what was seen."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option
from course.i18n import N_
from course.message import WrongUse

if TYPE_CHECKING:
    from course.lesson import Chapter, Track
    from course.recording import Recording


@click.command(
    "record",
    LocalizedCommand,
    help=N_("Run the lessons, and record what they show, so that they can be read without running them."),
)
@click.argument("chapter", required=False, metavar="[CHAPTER]")
@click.argument("framework", required=False, metavar="[FRAMEWORK]")
@click.option(
    "--set",
    "set_name",
    metavar="NAME",
    help=N_("Keep only what the symptoms were on the installed versions, under that name in the table of versions."),
)
@lang_option
@click.pass_obj
def record_command(language: str, chapter: str | None, framework: str | None, set_name: str | None) -> int:
    """Record one way through a chapter, or each that is installed in a process of its own.

    Returns:
        1 if a symptom did not show, and nothing is written. For a set, what did not show is a part of what is written.
    """
    from course.contents import chapter_names, choose_chapter, load_chapter
    from course.frameworks import installed

    if chapter is not None and framework is not None:
        return record_one(language, chapter, framework, set_name)
    chosen = [choose_chapter(chapter)] if chapter else [load_chapter(name) for name in chapter_names()]
    option = ["--set", set_name] if set_name else []
    codes = [
        subprocess.run([sys.executable, "-m", "course", "record", each.name, name, *option], check=False).returncode
        for each in chosen
        for name in each.tracks
        if not set_name or installed(name)
    ]
    return max(codes, default=0)


def record_one(language: str, name: str, framework: str, set_name: str | None) -> int:
    """Record one way through a chapter, in this process."""
    import tempfile
    import warnings
    from datetime import datetime, timezone
    from pathlib import Path

    from course.cli.lesson import choose_track, load_libraries
    from course.contents import choose_chapter
    from course.environment import leave_out_pytorch
    from course.frameworks import known_frameworks, versions
    from course.observe import Live, captured
    from course.recording import Recording, not_held, record, save
    from course.sources import choose_source, prepare

    chapter = choose_chapter(name)
    # a set may hold versions that are not meant for the lesson
    track = chapter.tracks[known_frameworks(framework)[0]] if set_name else choose_track(chapter, framework, None)
    source = choose_source(chapter.task, "embedded")
    prepare(source, track.framework)
    if track.framework == "tf":
        leave_out_pytorch()
    warnings.simplefilter("ignore")
    today = datetime.now(timezone.utc).date().isoformat()
    try:
        with captured():
            load_libraries(chapter, track, source)
    except Exception as error:
        if not set_name:
            raise
        nothing = Recording(chapter.name, track.framework, today, versions(), "")
        return _keep(set_name, chapter, track, nothing, f"{type(error).__name__}: {error}")
    with (
        tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True) as workspace,
        terminal_on(sys.stderr, language).progress() as work,
    ):
        recording = record(chapter, track, Live(source, 0, Path(workspace)), today, versions(), work, bool(set_name))
    if set_name:
        return _keep(set_name, chapter, track, recording)
    missed = [*not_held(chapter, track, recording)]
    if missed:
        raise WrongUse(
            N_(
                "Nothing was written, because these symptoms did not show: {names}. Read the lesson to see what happened."
            ),
            names=", ".join(f"`{each}`" for each in missed),
        )
    terminal_on(sys.stdout, language).line(str(save(recording)))
    return 0


def _keep(name: str, chapter: Chapter, track: Track, recording: Recording, why: str = "") -> int:
    """Keep what was seen on a set of versions, and print the names of the blocks whose symptom did not show."""
    from course.version_sets import keep, tried, way_name

    new = tried(chapter, track, recording, why)
    path = keep(name, way_name(chapter.name, track.framework), new)
    print(path, why, *new.missed)
    return 0
