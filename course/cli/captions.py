"""`python -m course captions`: a chapter track for the course's video."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from course.cli.app import (
    LocalizedCommand,
    lang_option,
)
from course.contents import choose_chapter
from course.i18n import N_, translate

if TYPE_CHECKING:
    pass


def captions_command(language: str) -> click.Command:
    def callback(chapter: str, form: str) -> None:
        from course.video import captions, track_with_video

        _, video = track_with_video(choose_chapter(chapter))
        # files of captions are in UTF-8, whatever the terminal's encoding
        sys.stdout.buffer.write(captions(video, language, form).encode())

    return LocalizedCommand(
        "captions",
        language,
        help=translate(N_("A chapter track for the course's video, to be saved beside it."), language),
        callback=callback,
        params=[
            click.Argument(["chapter"], required=False, default="ch8", metavar="[CHAPTER]"),
            click.Option(
                ["--format", "form"],
                help=translate(N_("For which kind of player."), language),
                metavar="vtt|srt",
                default="vtt",
            ),
            lang_option(language),
        ],
    )
