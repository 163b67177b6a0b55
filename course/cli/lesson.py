"""`python -m course.<chapter>`: give a chapter's lesson, list its sections, or show what its video speaks of."""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from course.cli.app import run, terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import (
    asks,
    check_report,
    framework_option,
    json_option,
    lang_option,
    no_input_option,
    write_report,
)
from course.i18n import N_, SHORT, negotiate
from course.message import Choice, WrongUse

if TYPE_CHECKING:
    from course.lesson import Chapter, Edition, Section, Track
    from course.sources import Source
    from course.terminal.rendering import Terminal
    from course.terminal.walkthrough import Lesson

FURTHER = N_(
    "Further sections on other problems, which this script does not have. Read one with `--fault NAME`, or all of them with `--all`:"
)
EDITIONS = "|".join(short for short in SHORT.values() if short != "en")


@dataclass(frozen=True)
class LessonOptions:
    """The options of a lesson, as they were typed; None where one was not."""

    framework: str | None
    fault: str | None
    further: bool
    edition: str | None
    recorded: bool
    no_input: bool
    report: str | None
    source: str
    checkpoint: str | None
    dataset: str | None
    seed: int


class OrRecorded(WrongUse):
    """A framework is missing, and the lesson can be read from its recording all the same."""

    def __init__(self, missing: WrongUse) -> None:
        super().__init__(N_("Or read the lesson without it: `--recorded` shows what was recorded when it was run."))
        self.missing = missing

    def sentence(self, language: str) -> str:
        """The sentence on what is missing, and on what can be had without it."""
        # Chinese has no space between sentences
        return f"{self.missing.sentence(language)}{'' if language == 'zh_CN' else ' '}{super().sentence(language)}"


def run_chapter(chapter: Chapter) -> NoReturn:
    """Run the command of a chapter to its end, as `python -m course.<chapter>` does."""
    run(chapter_command(chapter), f"python -m {chapter.package}")


def chapter_command(chapter: Chapter) -> click.Command:
    """The command of a chapter."""

    @click.command(chapter.name, LocalizedCommand, help=N_("Read the lesson of this chapter, step by step."))
    @lang_option
    @framework_option
    @click.option("--list", "listed", is_flag=True, help=N_("List the sections of the lesson, and exit."))
    @click.option("--fault", metavar="NAME", help=N_("Start at this section; a further section is read alone."))
    @click.option("--all", "further", is_flag=True, help=N_("Read the further sections too."))
    @click.option(
        "--edition",
        metavar=EDITIONS,
        help=N_("Show what the course page's edition in this language changed in the code."),
    )
    @click.option("--at", metavar="M:SS", help=N_("Show what the course's video is about at this time, and exit."))
    @click.option(
        "--video", is_flag=True, help=N_("Show what the course's video is about from beginning to end, and exit.")
    )
    @click.option(
        "--recorded", is_flag=True, help=N_("Run nothing: show what was recorded when this lesson was run before.")
    )
    @no_input_option
    @json_option
    @click.option(
        "--source",
        metavar="embedded|hub",
        default="embedded",
        help=N_(
            "Where the data and the checkpoint come from: this project, which is the default, or the Hugging Face Hub."
        ),
    )
    @click.option(
        "--checkpoint",
        metavar="PATH_OR_ID",
        help=N_("Another checkpoint: a directory, or an id on the Hugging Face Hub."),
    )
    @click.option(
        "--dataset", metavar="PATH_OR_ID", help=N_("Another data set: a directory, or an id on the Hugging Face Hub.")
    )
    @click.option(
        "--seed",
        metavar="N",
        type=click.IntRange(0, 2**32 - 1),
        default=0,
        help=N_("The random seed."),
    )
    @click.pass_obj
    def command(language: str, /, listed: bool, video: bool, at: str | None, **given: Any) -> int:
        options = LessonOptions(**given)
        if listed:
            list_sections(chapter, options.framework, language)
            return 0
        if video or at is not None:
            show_video(chapter, language, at)
            return 0
        return lesson(chapter, language, options)

    return command


def list_sections(chapter: Chapter, framework: str | None, language: str) -> None:
    """Print the sections of a chapter's tracks, in order, with what they are called in words."""
    from rich.text import Text

    from course.frameworks import FRAMEWORKS, known_frameworks

    frameworks = known_frameworks(framework, chapter.tracks)
    terminal = terminal_on(sys.stdout, language)
    for track in chapter.tracks.values():
        if track.framework in frameworks:
            terminal.print(Text(f"{terminal.say(chapter.title)} · {FRAMEWORKS[track.framework].title}", "bold"))
            list_of(track.sections, terminal)
            if track.further:
                terminal.paragraph(FURTHER)
                list_of(track.further, terminal)


def list_of(sections: Sequence[Section], terminal: Terminal) -> None:
    """Print the names and titles of sections."""
    from rich.text import Text

    from course.terminal.rendering import grid

    table = grid(3)
    for section in sections:
        table.add_row("", Text(section.name, "cyan"), Text(terminal.say(section.title)))
    terminal.print(table)
    terminal.print()


def show_video(chapter: Chapter, language: str, at: str | None) -> None:
    """Print what the chapter's video speaks of."""
    from course.terminal.video import show

    show(chapter, terminal_on(sys.stdout, language), at)


def lesson(chapter: Chapter, language: str, options: LessonOptions) -> int:
    """Give the lesson, and return the exit code: 1 if a symptom did not hold."""
    if options.recorded:
        return recorded_lesson(chapter, language, options)
    from course.environment import leave_out_pytorch
    from course.sources import choose_source, prepare

    track = choose_track(chapter, options.framework, options.fault)
    compared = choose_edition(chapter, track, options.edition)
    source = choose_source(chapter.task, options.source, options.checkpoint, options.dataset)
    prepare(source, track.framework)
    if track.framework == "tf":
        leave_out_pytorch()
    check_report(options.report)

    # what matters of a library's warnings is recorded where a cell runs
    warnings.simplefilter("ignore")

    from course.observe import Live, captured
    from course.terminal.walkthrough import Lesson

    terminal = terminal_on(sys.stdout, language, quiet=options.report == "-")
    with terminal.progress() as work, captured():
        work.doing("import")
        load_libraries(chapter, track, source)
    with tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True) as workspace:
        ask = asks(options.no_input, terminal)
        observer = Live(source, options.seed, Path(workspace))
        told = Lesson(chapter, track, source, options.seed, observer, terminal, ask)
        return give(told, options, compared)


def load_libraries(chapter: Chapter, track: Track, source: Source) -> None:
    """Import what a lesson needs, and make sure that it can read its data and its checkpoint."""
    from course.environment import without_pipelines
    from course.sources import check

    with without_pipelines():
        check(source, chapter.task)
        if track.framework != "plain":
            import_module("evaluate")


def recorded_lesson(chapter: Chapter, language: str, options: LessonOptions) -> int:
    """Give the lesson from its recording. Imports no framework."""
    from course.recording import Recorded, load
    from course.sources import choose_source
    from course.terminal.walkthrough import Lesson

    if (options.source, options.checkpoint, options.dataset, options.seed) != ("embedded", None, None, 0):
        raise WrongUse(
            N_(
                "A recording has the data, the checkpoint and the random seed that it was made with: leave out `--recorded`, or `--source`, `--checkpoint`, `--dataset` and `--seed`."
            )
        )
    track = choose_track(chapter, options.framework, options.fault, recorded=True)
    compared = choose_edition(chapter, track, options.edition)
    check_report(options.report)
    recording = load(chapter.name, track.framework)
    if recording is None:
        raise WrongUse(N_("There is no recording of this lesson: leave out `--recorded`."))
    terminal = terminal_on(sys.stdout, language, quiet=options.report == "-")
    terminal.paragraph(
        N_("This is a recording: nothing runs now. What you see was seen on {date} with {versions}."),
        "bold",
        date=recording.date,
        versions=", ".join(f"{name} {number}" for name, number in recording.used.items()),
    )
    source = choose_source(chapter.task, "embedded")
    told = Lesson(chapter, track, source, 0, Recorded(recording), terminal, asks(options.no_input, terminal))
    return give(told, options, compared)


def give(told: Lesson, options: LessonOptions, compared: Edition | None) -> int:
    """Tell a lesson, or what an edition changed, write its report, and return the exit code."""
    from course.terminal.walkthrough import Quit

    try:
        with suppress(Quit):
            if compared is not None:
                told.compare(compared)
            else:
                tell(told, options.fault or "", options.further)
    finally:
        write_report(told.json(), options.report)
    return int(told.report.failed)


def choose_track(chapter: Chapter, framework: str | None, fault: str | None, recorded: bool = False) -> Track:
    """The track in a framework; without one, that of the section named, else that of an installed framework.

    Args:
        recorded: whether the lesson is read from a recording, and so whatever is installed.

    Raises:
        WrongUse: the chapter has no such track, the track no such section, or the framework is not installed.
    """
    from course.frameworks import NotInstalled, choose_framework, known_frameworks

    if framework is None and fault is not None:
        homes = [track.framework for track in chapter.tracks.values() if fault in names(track.readable)]
        framework = homes[0] if len(homes) == 1 else None
    if framework is None and len(chapter.tracks) == 1:
        (framework,) = chapter.tracks
    if recorded:
        chosen = known_frameworks(framework, chapter.tracks)[0]
    else:
        try:
            chosen = choose_framework(framework, chapter.tracks)
        except NotInstalled as missing:
            raise OrRecorded(missing) from None
    if chosen not in chapter.tracks:
        raise WrongUse(
            N_("The chapter `{name}` does not exist for `{framework}`: choose another framework with `--framework`."),
            name=chapter.name,
            framework=chosen,
        )
    track = chapter.tracks[chosen]
    if fault is not None and fault not in names(track.readable):
        known = Choice(names(track.readable))
        raise WrongUse(N_("There is no section `{name}`: choose {sections}."), name=fault, sections=known)
    return track


def tell(lesson: Lesson, start: str, everything: bool) -> None:
    """Tell the lesson from a section on, and further sections: every one, or only the one that is named as the start."""
    further = names(lesson.track.further)
    named = [name for name in further if name == start]
    if not named:
        lesson.run(start)
    lesson.go_further(further if everything else named)


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
        raise WrongUse(
            N_("The chapter `{name}` has no comparison of editions: leave out `--edition`."), name=chapter.name
        )
    known = Choice(SHORT[edition.language] for edition in track.editions)
    raise WrongUse(N_("There is no edition `{name}`: choose {editions}."), name=name, editions=known)


def names(sections: Sequence[Section]) -> list[str]:
    return [section.name for section in sections]
