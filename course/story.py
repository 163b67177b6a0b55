"""A lesson as a sequence of blocks, worked out from a chapter's declarations. Runs nothing, and knows no terminal and no notebook.

A teller goes through the blocks in order: the terminal runs them and asks between them, the notebook writes them as cells.
Declarations become blocks here; each teller decides how a block looks to the reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from course.i18n import N_, bare, translate
from course.lesson import Change, Chapter, Edition, Fault, Probe, Scene, ScriptPart, Section, Sighting, Step, Track
from course.script import SCORES, Cell, Function, Script, diff, functions, program_diff, read, shown_name
from course.stages import edited_cell, last_before_training, repaired_script, scene_script, stage, trains_at_the_end
from course.video import where

HERE, ON_PAGE = N_("On your installation"), N_("On the course page")
LIKE_THE_AUTHORS = N_(
    "The course page shows another symptom. To reproduce it, one cell is changed so that the script behaves as it did for the authors of the course page, on their computer and with the libraries of 2021–2022:"
)
"""Stands before the diff of such a cell; see Scene.staging."""
WITHOUT_LATER_REPAIRS = N_(
    "The course page shows another symptom. To reproduce it, the script runs again without the repairs of the later sections, and one cell is changed so that the script behaves as it did for the authors of the course page, on their computer and with the libraries of 2021–2022:"
)
"""The same, where today's symptom shows only once the later faults are repaired."""
LEARNED = N_("What you have learned")
REPAIR_OF = N_("The repair of `{cell}`")
AS_FOUND = N_("This is the script as it stands at the beginning. Read all of it; nothing in it is marked as wrong yet.")
AFTER_REPAIR = N_("after the repair")
"""The name of the curve of the last training run, where those of others are drawn beside it."""
WITH_FAULT = N_("with the fault “{title}”")
"""The name of the curve of a training run that shows a fault."""
SCRIPT = N_("The whole script")
FURTHER = N_("Further problems")
EDITION = N_("What is different in the {language} edition of the course page")
ASKED = N_("Before you read on: what would you look at, and what would you change?")
REPAIRED = "repaired"
"""The name of the run with which a script that was repaired trains to its end."""


def curve_name(fault: Fault, language: str) -> str:
    """The name of the curve of a training run that shows a fault."""
    return translate(WITH_FAULT, language).format(title=bare(translate(fault.title, language)))


@dataclass(frozen=True)
class Heading:
    """The title of a section, its place among its like (0: it is not counted), and what the video says of it.

    Attributes:
        anchor: a name for links, the same in every language.
        level: 2 for a section of the lesson, 3 for one below another.
    """

    anchor: str
    title: str
    place: int = 0
    count: int = 0
    level: int = 2
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Prose:
    """A paragraph of words, with what fills its placeholders: values as they are, and titles, which are words themselves."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    aside: bool = False


@dataclass(frozen=True)
class Label:
    """A few words that say where the run shown next belongs."""

    text: str


@dataclass(frozen=True)
class Difference:
    """The lines of a unified diff, and a title: of the file, or of the cell that it repairs."""

    lines: tuple[str, ...]
    file: str = ""
    repairs: str = ""


@dataclass(frozen=True)
class Text:
    """Words that stand together. The name is unique within a story."""

    name: str
    parts: tuple[Heading | Prose | Label | Difference, ...]


@dataclass(frozen=True)
class Found:
    """The whole program as the lesson finds it."""

    part: ScriptPart
    script: Script


@dataclass(frozen=True)
class Begin:
    """Another script begins: its imports, and its arguments where it is the first."""

    part: ScriptPart
    script: Script
    first: bool


@dataclass(frozen=True)
class Code:
    """A function to be read before it is run; `wrong` are the lines that the repair takes away."""

    function: Function
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """Run a script as far as a scene says, and show what there is to see.

    Attributes:
        name: unique within a story.
        sighting: the symptom that must show, and its note; None where no error is all that is asked.
        fault: the fault that is looked at; None in a step, and in the last training.
        tells: whether it trains to the script's end, so that its scores are told.
        silent: run for its objects only; its output is not shown.
    """

    name: str
    part: ScriptPart
    script: Script
    scene: Scene
    sighting: Sighting | None = None
    fault: Fault | None = None
    era: str = ""
    tells: bool = False
    silent: bool = False


ELSEWHERE = N_("With other versions of the libraries ({versions}), the message is `{said}`.")
"""Told after a symptom that had other words there."""
BY_VERSION = N_("The message depends on the versions of the libraries:")
"""Told before a list of its words, where it is not known which versions run."""


@dataclass(frozen=True)
class Judge:
    """Hold another symptom against what the last run showed."""

    name: str
    sighting: Sighting
    fault: Fault


@dataclass(frozen=True)
class Look:
    """Run a probe on the live objects."""

    name: str
    part: ScriptPart
    probe: Probe


@dataclass(frozen=True)
class Question:
    """The reader thinks: three hints, one after the other, and then looks closer, unless they go straight to the repair."""

    fault: Fault
    lines: tuple[str, ...]
    closer: tuple[Look, ...]


@dataclass(frozen=True)
class Repair:
    """The right cell takes the place of the wrong one."""

    part: ScriptPart
    fault: Fault
    cell: Cell


@dataclass(frozen=True)
class Try:
    """Run a function of an edition by itself on the live objects, as the edition has it or repaired."""

    name: str
    part: ScriptPart
    function: Function
    sighting: Sighting
    repaired: bool


@dataclass(frozen=True)
class Summary:
    """The summary of a lesson, a paragraph for each thing learned."""

    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """A command that leads on."""

    text: str
    command: str


@dataclass(frozen=True)
class Pause:
    """A pause, in which the reader thinks."""


Block = Text | Found | Begin | Code | Run | Judge | Look | Question | Repair | Try | Summary | Link | Pause


@dataclass(frozen=True)
class SectionStory:
    """The blocks of one section."""

    section: Section
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class PartStory:
    """The sections about one script, and the blocks with which it begins and ends."""

    part: ScriptPart
    opening: tuple[Block, ...]
    sections: tuple[SectionStory, ...]
    ending: tuple[Block, ...]


@dataclass(frozen=True)
class Story:
    """A lesson: its first paragraphs, its parts in the order of reading, the blocks after the last of them, and the further sections."""

    introduction: tuple[Prose, ...]
    parts: tuple[PartStory, ...]
    ending: tuple[Block, ...]
    further: tuple[SectionStory, ...]


def story(chapter: Chapter, track: Track) -> Story:
    """The story of one framework's way through a chapter."""
    parts = []
    before = track.parts[0]
    for part in track.parts:
        sections = tuple(SectionStory(section, _section(track, part, section)) for section in part.sections)
        parts.append(PartStory(part, _opening(before, part), sections, _repaired(part)))
        before = part
    further = tuple(SectionStory(step, _further(track, step)) for step in track.further)
    return Story(introduction(chapter, track), tuple(parts), _ending(chapter, track), further)


def introduction(chapter: Chapter, track: Track | None) -> tuple[Prose, ...]:
    """The first paragraphs of a lesson: the chapter's own, and where the course page and the video are to be found."""
    paragraphs = [Prose(paragraph) for paragraph in chapter.introduction]
    if track is not None and track.page:
        words = N_(
            "This lesson follows a page of the Hugging Face course that was published in 2021–2022: {page}. Below it is called the course page."
        )
        paragraphs.append(Prose(words, {"page": track.page}))
    if track is not None and track.video is not None:
        words = N_("The course page contains a video: {video}.")
        paragraphs.append(Prose(words, {"video": track.video.address}))
    return tuple(paragraphs)


def _section(track: Track, part: ScriptPart, section: Section) -> tuple[Block, ...]:
    return _fault(track, part, section) if isinstance(section, Fault) else _step(track, part, section)


def found(part: ScriptPart, section: Section) -> tuple[Block, ...]:
    """The script before a section is read, where it is shown whole."""
    if not isinstance(part.sections[0], Fault):
        return ()
    return (Found(part, stage(part, part.before(section))), Pause())


def catching_up(part: ScriptPart, section: Section) -> tuple[Block, ...]:
    """A run of the cells that the steps before a section have run, for a reader who begins there."""
    earlier = part.sections[: part.sections.index(section)]
    cells = [name for step in earlier if isinstance(step, Step) for name in step.cells]
    if not cells:
        return ()
    script = stage(part, part.before(section))
    return (Run(f"before-{section.name}", part, script, Scene(until=cells[-1]), silent=True),)


def _opening(before: ScriptPart, part: ScriptPart) -> tuple[Block, ...]:
    script = stage(part, 0)
    begin = Begin(part, script, first=before is part)
    if not part.opening:
        return (begin,)
    # as the reader finds it: what is repaired later must not show here
    lines = tuple(program_diff(repaired_script(before), script))
    names = f"{shown_name(before.script)} → {shown_name(part.script)}"
    heading = Heading(part.name, part.title)
    opening = Text(f"{part.name}-opening", (heading, *map(Prose, part.opening), Difference(lines, file=names)))
    return (opening, begin, Pause())


def _heading(track: Track, section: Section) -> tuple[Heading | Prose, ...]:
    if section in track.further:
        place = track.further.index(section) + 1
        return (Heading(section.name, section.title, place, len(track.further), level=3),)
    place = track.sections.index(section) + 1
    heading = Heading(section.name, section.title, place, len(track.sections))
    times = where(track, section.name)
    return (heading, Prose(times.text, times.values, aside=True)) if times else (heading,)


def _looks(part: ScriptPart, section: Section) -> tuple[Look, ...]:
    return tuple(Look(f"{section.name}-{probe.name}", part, probe) for probe in section.probes)


def _step(track: Track, part: ScriptPart, step: Step) -> tuple[Block, ...]:
    blocks: list[Block] = [Text(step.name, (*_heading(track, step), *map(Prose, step.text))), Pause()]
    script = stage(part, part.before(step))
    blocks += [Code(script.cell(name).function) for name in step.cells]
    if step.cells:
        last = SCORES in script.cell(step.cells[-1]).binds
        blocks.append(Run(step.name, part, script, Scene(until=step.cells[-1]), tells=last))
    for look in _looks(part, step):
        blocks += [look, Pause()]
    return tuple(blocks)


def _further(track: Track, step: Step) -> tuple[Block, ...]:
    part = track.parts[0]
    scene = Scene(until=last_before_training(part))
    blocks: list[Block] = [
        Text(step.name, (*_heading(track, step), *map(Prose, step.text))),
        Pause(),
        Run(step.name, part, repaired_script(part), scene, silent=True),
    ]
    for look in _looks(part, step):
        blocks += [look, Pause()]
    return tuple(blocks)


def _fault(track: Track, part: ScriptPart, fault: Fault) -> tuple[Block, ...]:
    name = fault.name
    broken = functions(part.broken)[fault.cell]
    working = read(part.script).cell(fault.cell)
    lines = tuple(diff(broken, working.function))
    blocks: list[Block] = [
        Text(name, (*_heading(track, fault), Prose(fault.situation), Label(HERE))),
        _sighting(part, fault, "today", fault.today, fault),
        *_published(part, fault),
        Question(fault, lines, _looks(part, fault)),
        Code(broken, tuple(line[1:] for line in lines if line.startswith("-"))),
        Text(f"{name}-why", (Prose(fault.why), Difference(lines, repairs=fault.cell))),
        Repair(part, fault, working),
        Text(f"{name}-repaired", (Prose(fault.repaired),)),
    ]
    if fault.relapse is not None:
        blocks.append(Text(f"{name}-relapse", (Prose(fault.relapse.note),)))
        blocks.append(_sighting(part, part.fault(fault.brings_back), "relapse", fault.relapse, fault))
    return (*blocks, Pause())


def _sighting(part: ScriptPart, laid: Fault, era: str, sighting: Sighting, fault: Fault) -> Run:
    script = scene_script(part, laid, sighting.scene)
    return Run(f"{fault.name}-{era}", part, script, sighting.scene, sighting, fault, era)


def _published(part: ScriptPart, fault: Fault) -> tuple[Block, ...]:
    """The blocks that show how a fault looked when the page was written."""
    sighting = fault.published
    if sighting is None:
        return ()
    if sighting.scene == fault.today.scene:
        label = (Text(f"{fault.name}-published", (Label(ON_PAGE),)),) if sighting.note else ()
        return (*label, Judge(f"{fault.name}-published", sighting, fault))
    parts: tuple[Heading | Prose | Label | Difference, ...] = (Label(ON_PAGE),)
    if sighting.scene.staging:
        before = scene_script(part, fault, Scene(alone=sighting.scene.alone)).cell(sighting.scene.staging).function
        after = functions(part.staging)[sighting.scene.staging]
        words = WITHOUT_LATER_REPAIRS if fault.today.scene.alone and not sighting.scene.alone else LIKE_THE_AUTHORS
        parts += (Prose(words), Difference(tuple(diff(before, after)), file=shown_name(after.path)))
    return (Text(f"{fault.name}-staging", parts), _sighting(part, fault, "published", sighting, fault))


def _repaired(part: ScriptPart) -> tuple[Block, ...]:
    if not trains_at_the_end(part):
        return ()
    sentence = N_("All faults are repaired now. The script runs from its first line to its last.")
    return (
        Text("repaired", (Heading("repaired", N_("The script, repaired")), Prose(sentence))),
        Run(REPAIRED, part, repaired_script(part), Scene(), tells=True),
    )


def _ending(chapter: Chapter, track: Track) -> tuple[Block, ...]:
    blocks: list[Block] = [Summary((*track.summary, *chapter.summary))]
    if track.further:
        words = N_("There are further sections on other problems, each with code that runs: `{command}` lists them.")
        blocks.append(Link(words, f"python -m {chapter.package} --list"))
    if chapter.quiz:
        blocks.append(Link(N_("Questions on this chapter: `{command}`"), f"python -m course quiz {chapter.name}"))
    return tuple(blocks)


def edition_story(track: Track, editions: Sequence[Edition]) -> tuple[Block, ...]:
    """The blocks that show what editions of the page changed in its program, each change run and repaired."""
    if not editions:
        return ()
    part = track.parts[0]
    scene = Scene(until=last_before_training(part))
    blocks: list[Block] = []
    for edition in editions:
        anchor = f"edition-{edition.language}"
        heading = Heading(anchor, EDITION, values={"language": edition.language})
        blocks.append(Text(anchor, (heading, *((Prose(edition.text),) if edition.text else ()))))
        if edition is editions[0]:
            blocks.append(Run("editions", part, repaired_script(part), scene, silent=True))
        for place, change in enumerate(edition.changes, 1):
            blocks += _change(part, edition, change, place)
    return tuple(blocks)


def left_by_editions(track: Track, edition: Edition) -> tuple[Block, ...]:
    """The blocks on faults of the program that an edition repairs no more than the others do; the lesson repairs them, too."""
    part = track.parts[0]
    anchor = "every-edition"
    blocks: list[Block] = [Text(anchor, (Heading(anchor, N_("A fault that every edition has"), level=3),))]
    for name in edition.faults:
        blocks += _left(part, part.fault(name), anchor)
    return tuple(blocks)


def _change(part: ScriptPart, edition: Edition, change: Change, place: int) -> list[Block]:
    name = f"edition-{edition.language}-{change.cell}"
    function, repaired = edited_cell(part, change)
    lines = tuple(diff(function, repaired))
    heading = Heading(name, change.title, place, len(edition.changes), level=3)
    blocks: list[Block] = [
        Text(name, (heading, Prose(change.text))),
        Code(function, tuple(line[1:] for line in lines if line.startswith("-"))),
        Pause(),
        Try(name, part, function, Sighting(change.symptom, note=change.note), repaired=False),
    ]
    blocks += [Look(f"{name}-{probe.name}", part, probe) for probe in change.probes]
    blocks += [
        Pause(),
        Text(f"{name}-repair", (Difference(lines, repairs=change.cell),)),
        Try(f"{name}-repaired", part, repaired, Sighting(None, note=change.repaired), repaired=True),
        Pause(),
    ]
    return blocks


def _left(part: ScriptPart, fault: Fault, anchor: str) -> list[Block]:
    """The blocks on a fault of the program that this edition repairs no more than the others do."""
    words = N_(
        "The course page finds the fault “{title}” (section `{name}` of this lesson), but no published notebook contains its repair, not even the English one."
    )
    name = f"{anchor}-{fault.name}"
    script = scene_script(part, fault, fault.today.scene)
    lines = tuple(diff(functions(part.broken)[fault.cell], read(part.script).cell(fault.cell).function))
    return [
        Text(name, (Prose(words, {"name": fault.name}, {"title": fault.title}), Label(HERE))),
        Run(name, part, script, fault.today.scene, fault.today, fault, "today"),
        Text(f"{name}-repair", (Difference(lines, repairs=fault.cell),)),
    ]
