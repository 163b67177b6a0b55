"""`python -m course record`: run the lessons, and keep what was seen."""

from __future__ import annotations

import subprocess
import sys

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option
from course.i18n import N_
from course.message import WrongUse


@click.command(
    "record",
    LocalizedCommand,
    help=N_("Run the lessons, and record what they show, so that they can be read without running them."),
)
@click.argument("chapter", required=False, metavar="[CHAPTER]")
@click.argument("framework", required=False, metavar="[FRAMEWORK]")
@lang_option
@click.pass_obj
def record_command(language: str, chapter: str | None, framework: str | None) -> int:
    """Record one way through a chapter, or each in a process of its own; 1 if a symptom did not show, and then nothing is written."""
    from course.contents import chapter_names, choose_chapter, load_chapter

    if chapter is not None and framework is not None:
        return record_one(language, chapter, framework)
    chosen = [choose_chapter(chapter)] if chapter else [load_chapter(name) for name in chapter_names()]
    codes = [
        subprocess.run([sys.executable, "-m", "course", "record", each.name, name], check=False).returncode
        for each in chosen
        for name in each.tracks
    ]
    return max(codes)


def record_one(language: str, name: str, framework: str) -> int:
    """Record one way through a chapter, in this process."""
    import tempfile
    import warnings
    from datetime import datetime, timezone
    from pathlib import Path

    from course.cli.lesson import choose_track, load_libraries
    from course.contents import choose_chapter
    from course.environment import leave_out_pytorch
    from course.frameworks import versions
    from course.observe import Live, captured
    from course.recording import not_held, record, save
    from course.sources import choose_source, prepare

    chapter = choose_chapter(name)
    track = choose_track(chapter, framework, None)
    source = choose_source(chapter.task, "embedded")
    prepare(source, track.framework)
    if track.framework == "tf":
        leave_out_pytorch()
    warnings.simplefilter("ignore")
    with captured():
        load_libraries(chapter, track, source)
    today = datetime.now(timezone.utc).date().isoformat()
    with (
        tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True) as workspace,
        terminal_on(sys.stderr, language).progress() as work,
    ):
        recording = record(chapter, track, Live(source, 0, Path(workspace)), today, versions(), work)
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
