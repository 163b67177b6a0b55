"""`python -m course.<chapter>`: a chapter's lesson, and what there is in it."""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from course.i18n import N_, SHORT, negotiate, translate
from course.message import Choice, WrongUse

if TYPE_CHECKING:
    from course.lesson import Chapter, Edition, Section, Track
    from course.terminal.screen import Terminal
    from course.terminal.walkthrough import Lesson
from course.cli.app import JSON, NO_INPUT, LocalizedCommand, check_report, console, lang_option, run, write_report

FURTHER = N_("Further sections, on problems that this script does not have, by name or with `--all`:")


def chapter_command(chapter: Chapter, language: str) -> click.Command:
    """The command of a chapter, its help in a language."""

    def option(name: str, text: str, **settings: Any) -> click.Option:
        return click.Option([name], help=translate(text, language), **settings)

    def callback(**options: Any) -> int:
        if options.pop("list"):
            list_sections(chapter, options["framework"], language)
            return 0
        video, at = options.pop("video"), options.pop("at")
        if video or at is not None:
            show_video(chapter, language, at)
            return 0
        return lesson(chapter, language, **options)

    return LocalizedCommand(
        chapter.name,
        language=language,
        help=translate(N_("The lesson, step by step."), language),
        callback=callback,
        params=[
            lang_option(language),
            option("--framework", N_("The framework; where both are installed, TensorFlow."), metavar="tf|pt"),
            option("--list", N_("List the sections of the lesson and leave."), is_flag=True),
            option("--fault", N_("Start at this section; of the further ones, read only this one."), metavar="NAME"),
            option("--all", N_("Read the further sections too."), is_flag=True),
            option("--edition", N_("What an edition of the page in another language changed."), metavar="it|zh|ko"),
            option("--at", N_("What the course's video speaks of at this time, and leave."), metavar="M:SS"),
            option("--video", N_("What the course's video speaks of from beginning to end, and leave."), is_flag=True),
            option("--no-input", NO_INPUT, is_flag=True),
            option("--json", JSON, metavar="FILE"),
            option("--source", N_("Where data and checkpoint come from."), metavar="embedded|hub", default="embedded"),
            option("--checkpoint", N_("Another checkpoint: a directory, or a name on the hub."), metavar="PATH_OR_ID"),
            option("--dataset", N_("Another data set: a directory, or a name on the hub."), metavar="PATH_OR_ID"),
            option(
                "--seed",
                N_("The seed of everything random."),
                metavar="N",
                type=click.IntRange(0, 2**32 - 1),
                default=0,
            ),
        ],
    )


def run_chapter(chapter: Chapter) -> NoReturn:
    """Run the command of a chapter: what `python -m course.<chapter>` does."""
    run(lambda language: chapter_command(chapter, language), f"python -m {chapter.package}")


def list_sections(chapter: Chapter, framework: str | None, language: str) -> None:
    """Print the sections of a chapter's tracks, in order, with what they are called in words."""
    from rich.text import Text

    from course.frameworks import FRAMEWORKS, known_frameworks
    from course.terminal.screen import Terminal

    asked = known_frameworks(framework, chapter.tracks)
    terminal = Terminal(console(sys.stdout), language)
    for track in chapter.tracks.values():
        if track.framework in asked:
            terminal.print(Text(f"{terminal.say(chapter.title)} · {FRAMEWORKS[track.framework].title}", "bold"))
            list_of(track.sections, terminal)
            if track.further:
                terminal.paragraph(FURTHER)
                list_of(track.further, terminal)


def list_of(sections: Sequence[Section], terminal: Terminal) -> None:
    """Print the names and titles of sections."""
    from rich.text import Text

    from course.terminal.screen import grid

    table = grid(3)
    for section in sections:
        table.add_row("", Text(section.name, "cyan"), Text(terminal.say(section.title)))
    terminal.print(table)
    terminal.print()


def show_video(chapter: Chapter, language: str, at: str | None) -> None:
    """Print what the chapter's video speaks of."""
    from course.terminal.screen import Terminal
    from course.terminal.video import show

    show(chapter, Terminal(console(sys.stdout), language), at)


def lesson(
    chapter: Chapter,
    language: str,
    framework: str | None,
    fault: str | None,
    all: bool,
    edition: str | None,
    no_input: bool,
    json: str | None,
    source: str,
    checkpoint: str | None,
    dataset: str | None,
    seed: int,
) -> int:
    """Give the lesson, and return the exit code: 1 if a symptom did not hold."""
    from course.frameworks import choose_framework
    from course.sources import check, choose_source, prepare

    if framework is None and fault is not None:
        homes = [track.framework for track in chapter.tracks.values() if fault in names(track.readable)]
        framework = homes[0] if len(homes) == 1 else None
    if framework is None and len(chapter.tracks) == 1:
        (framework,) = chapter.tracks
    chosen_framework = choose_framework(framework, chapter.tracks)
    if chosen_framework not in chapter.tracks:
        raise WrongUse(
            N_("The chapter `{name}` is not there for `{framework}`."), name=chapter.name, framework=chosen_framework
        )
    track = chapter.tracks[chosen_framework]
    if fault is not None and fault not in names(track.readable):
        known = Choice(names(track.readable))
        raise WrongUse(N_("There is no section `{name}`: choose {sections}."), name=fault, sections=known)
    compared = choose_edition(chapter, track, edition)
    chosen = choose_source(chapter.task, source, checkpoint, dataset)
    prepare(chosen, track.framework)
    check_report(json)

    # what matters of a library's warnings is recorded where a cell runs
    warnings.simplefilter("ignore")

    from course.observe import captured
    from course.terminal.screen import Terminal
    from course.terminal.walkthrough import Lesson, Quit

    screen = console(sys.stdout, quiet=json == "-")
    terminal = Terminal(screen, language)
    with terminal.progress() as work, captured():
        work.doing("import")
        check(chosen, chapter.task)
    asks = not no_input and terminal.live and sys.stdin is not None and sys.stdin.isatty()
    with tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True) as workspace:
        told = Lesson(chapter, track, chosen, seed, Path(workspace), terminal, asks)
        try:
            with suppress(Quit):
                if compared is not None:
                    told.compare(compared)
                else:
                    tell(told, fault or "", all)
        finally:
            if json is not None:
                write_report(told.json(), json)
    return int(told.report.failed)


def tell(lesson: Lesson, start: str, all: bool) -> None:
    """The lesson from a section on, with `all` the further ones too; of these, only the one asked for otherwise."""
    further = names(lesson.track.further)
    asked = [name for name in further if name == start]
    if not asked:
        lesson.run(start)
    lesson.go_further(further if all else asked)


def choose_edition(chapter: Chapter, track: Track, name: str | None) -> Edition | None:
    """The edition of that name, or none where none is named.

    Raises:
        WrongUse: there is none of that name.
    """
    for edition in track.editions:
        if name is not None and edition.language == negotiate(name):
            return edition
    if name is None:
        return None
    if not track.editions:
        raise WrongUse(N_("Of chapter `{name}` no editions are compared."), name=chapter.name)
    known = Choice(SHORT[edition.language] for edition in track.editions)
    raise WrongUse(N_("There is no edition `{name}`: choose {editions}."), name=name, editions=known)


def names(sections: Sequence[Section]) -> list[str]:
    return [section.name for section in sections]
