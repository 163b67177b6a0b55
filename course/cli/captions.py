"""`python -m course captions`: write a chapter track for the course's video."""

from __future__ import annotations

import click

from course.cli.app import writing
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option
from course.contents import choose_chapter
from course.i18n import N_


@click.command(
    "captions",
    LocalizedCommand,
    help=N_("Print a chapter track for the course's video, to be saved beside the video file."),
)
@click.argument("chapter", required=False, default="ch8", metavar="[CHAPTER]")
@click.option("--format", "form", metavar="vtt|srt", default="vtt", help=N_("The file format that the player reads."))
@lang_option
@click.pass_obj
def captions_command(language: str, chapter: str, form: str) -> None:
    """Print the chapter track."""
    from course.video import captions, track_with_video

    _, video = track_with_video(choose_chapter(chapter))
    # files of captions are in UTF-8, whatever the terminal's encoding
    with writing() as out:
        out.buffer.write(captions(video, language, form).encode())
