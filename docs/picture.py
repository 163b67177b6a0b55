"""Draws the picture in the README: one fault of the Italian lesson, really run, as rich exports it."""

import io
import re
import tempfile
from pathlib import Path

from course.ch8 import CHAPTER
from course.cli.app import console
from course.sources import choose_source, prepare
from course.terminal.rendering import Terminal
from course.terminal.walkthrough import Lesson

LANGUAGE = "it"
HERE = Path(__file__).parent

if __name__ == "__main__":
    track = CHAPTER.tracks["pt"]
    source = choose_source(CHAPTER.task, "embedded")
    prepare(source, track.framework)
    screen = console(io.StringIO(), record=True, force_terminal=True, width=92, color_system="truecolor")
    terminal = Terminal(screen, LANGUAGE)
    with tempfile.TemporaryDirectory() as workspace:
        Lesson(CHAPTER, track, source, 0, Path(workspace), terminal).show("label-count")
    svg = screen.export_svg(title=f"python -m course.ch8 --lang {LANGUAGE}")
    # rich names fonts on a server, which a picture in a page may not fetch; the browser's own will do
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    (HERE / f"lesson.{LANGUAGE}.svg").write_text(svg, encoding="utf-8")
