"""Write a lesson's story as the cells of a notebook."""

from __future__ import annotations

import re
from collections.abc import Sequence

from course.i18n import N_, bare, language_name, listed
from course.lesson import Chapter, Raises, Sighting, Track, Warns
from course.notebook.writing.cells import Cells
from course.notebook.writing.markdown import folded, hints, html
from course.notebook.writing.stages import StageWriter
from course.script import OUTPUT, Script, shown_name
from course.story import (
    AS_FOUND,
    ASKED,
    BY_VERSION,
    FURTHER,
    LEARNED,
    REPAIR_OF,
    REPAIRED,
    SCRIPT,
    Begin,
    Block,
    Difference,
    Found,
    Heading,
    Judge,
    Label,
    Look,
    Prose,
    Question,
    Repair,
    Run,
    Summary,
    Text,
    Try,
    edition_story,
    found,
    story,
)
from course.version_sets import messages


def anchored(name: str, heading: str, level: int = 2) -> str:
    """A heading to which a link of the contents leads, in Jupyter as in Colab."""
    return f'<a id="{name}" name="{name}"></a>\n\n{"#" * level} {heading}'


def fenced(lines: Sequence[str]) -> str:
    """The lines of a diff, which a notebook colours."""
    return "\n".join(["```diff", *lines, "```"])


def write_lesson(cells: Cells, chapter: Chapter, track: Track) -> None:
    """Write the lesson, from the script as it is found to the repaired one, and the further sections."""
    told = story(chapter, track)
    writer = LessonWriter(cells, chapter, track)
    first = told.parts[0].part
    writer.tell(found(first, first.sections[0]))
    for part in told.parts:
        writer.tell(part.opening)
        for section in part.sections:
            writer.tell(section.blocks)
        writer.tell(part.ending)
    writer.tell(told.ending)
    if told.further:
        cells.text("further", anchored("further", cells.say(FURTHER)))
    for section in told.further:
        writer.tell(section.blocks)
    writer.tell(edition_story(track, track.editions))


class LessonWriter:
    """Writes the blocks of one lesson, in their order."""

    def __init__(self, cells: Cells, chapter: Chapter, track: Track) -> None:
        self.cells = cells
        self.chapter = chapter
        self.track = track
        self.stages = StageWriter(cells, track.parts[0], chapter.package)
        self._given: dict[str, str] = {}
        """The arguments of the scripts so far: the line that binds each, by its name."""

    def tell(self, blocks: Sequence[Block]) -> None:
        """Write the cells of these blocks. Code, pauses and links need none: a cell shows its code, and a page its contents."""
        for block in blocks:
            match block:
                case Text(name, parts):
                    self.cells.text(name, *map(self._part, parts))
                case Found():
                    self._found(block)
                case Begin():
                    self._begin(block)
                case Run():
                    self._run(block)
                case Judge(name, sighting):
                    self._note(name, sighting)
                case Look():
                    self._look(block)
                case Question():
                    self._question(block)
                case Repair(_, fault, cell):
                    self.stages.repair(fault.name, cell, later=bool(fault.today.scene.define))
                case Try(name, _, function, sighting):
                    symptom = sighting.symptom
                    unbound = _unbound(symptom) if isinstance(symptom, Raises) else ""
                    self.stages.call(name, function, isinstance(symptom, Raises), unbound=unbound)
                    self._note(name, sighting)
                case Summary(paragraphs):
                    listed = "\n".join(f"- {self.cells.prose(paragraph)}" for paragraph in paragraphs)
                    self.cells.text("summary", anchored("summary", self.cells.say(LEARNED)), listed)

    def _part(self, part: Heading | Prose | Label | Difference) -> str:
        say = self.cells.say
        match part:
            case Heading():
                values = {name: language_name(value, self.cells.language) for name, value in part.values.items()}
                counted = f"{part.place}/{part.count} · " if part.place else ""
                return anchored(part.anchor, f"{counted}{say(part.title, **values)}", part.level)
            case Prose(text, values, titles, aside):
                words = self.cells.prose(text, **values, **{name: say(title) for name, title in titles.items()})
                return f"*{words}*" if aside else words
            case Label(text):
                return f"**{say(text)}**"
            case Difference(lines, _, repairs):
                if not repairs:
                    return fenced(lines)
                title = html(bare(say(REPAIR_OF, cell=repairs))).replace("_", "\\_")
                return f"**{title}**\n\n{fenced(lines)}"

    def _found(self, block: Found) -> None:
        cells = self.cells
        cells.text(
            "script",
            anchored("script", cells.say(SCRIPT)),
            cells.say(AS_FOUND),
            folded(f"<code>{shown_name(block.part.script)}</code>", f"\n```python\n{block.script.text()}```\n"),
            cells.say(
                N_(
                    "In the cells below, the script runs one function at a time. Some cells are meant to fail, and show a short form of their error; to see the whole traceback, run `%tb` in a new cell."
                )
            ),
        )

    def _begin(self, block: Begin) -> None:
        preamble = block.script.preambles[0]
        given = _arguments(block.script, block.part.steps)
        if block.first:
            self.stages.imports("imports", preamble)
            self.cells.code("arguments", "\n".join(given.values()), cell="arguments")
        else:
            self.stages.enter(block.part)
            self.stages.imports(f"{block.part.name}-imports", preamble)
            changed = [line for name, line in given.items() if self._given.get(name) != line]
            if changed:
                self.cells.code(f"{block.part.name}-arguments", "\n".join(changed), cell="arguments")
        self._given |= given

    def _run(self, run: Run) -> None:
        symptom = run.sighting.symptom if run.sighting else None
        if isinstance(symptom, Warns) and run.fault is not None:
            # what only warned in its day ends in the error of today all the same
            symptom = run.fault.today.symptom
        to_come: set[str] = set()
        if run.fault is not None:
            place = run.part.faults.index(run.fault)
            to_come = {fault.cell for fault in run.part.faults[place + 1 :]}
        attempt = run.fault.name if run.fault is not None else REPAIRED if run.name == REPAIRED else ""
        self.stages.run(run.name, run.part, run.script, run.scene, isinstance(symptom, Raises), to_come, attempt)
        if run.tells:
            name = "scores" if run.name == REPAIRED else f"{run.name}-scores"
            self.cells.code(name, "lesson.scores(scores)", cell="scores")
        if run.sighting is not None and run.era != "relapse":
            self._note(run.name, run.sighting)
            self._messages(run.name)

    def _note(self, name: str, sighting: Sighting) -> None:
        if sighting.note:
            self.cells.text(f"{name}-note", self.cells.prose(sighting.note))

    def _messages(self, name: str) -> None:
        """What the symptom is on which versions, where that differs: a reader of the notebook may have any of them."""
        found = messages(self.chapter, self.track, name)
        if found:
            lines = (f"- {listed(versions, self.cells.language)}  \n  `{said}`" for said, versions in found)
            self.cells.text(f"{name}-versions", self.cells.say(BY_VERSION), "\n".join(lines))

    def _look(self, look: Look) -> None:
        probe = look.probe
        self.cells.text(f"{look.name}-caption", self.cells.prose(probe.caption))
        drawn = [column.name for column in probe.drawn]
        self.stages.probe(look.name, look.part, probe.name, isinstance(probe.symptom, Raises), drawn)
        if probe.note:
            self.cells.text(f"{look.name}-note", self.cells.prose(probe.note))

    def _question(self, question: Question) -> None:
        fault = question.fault
        self.cells.text(f"{fault.name}-hints", self.cells.say(ASKED), hints(fault.hints, self.cells.language))
        for look in question.closer:
            self._look(look)


def _arguments(script: Script, steps: int) -> dict[str, str]:
    """For each argument of a script's `main()`, by its name, the line of a cell that binds it."""
    values = {"seed": "0", OUTPUT: repr(OUTPUT), **{name: repr(value) for name, value in script.defaults.items()}}
    values |= {name: f"lesson.{name}" for name in ("checkpoint", "dataset", "metric")}
    values |= {"steps": str(steps), "callbacks": "[lesson.callback()]"}
    taken = [*script.required, *script.defaults]
    return {name: f"{name} = {values[name]}".replace("'", '"') for name in taken}


def _unbound(symptom: Raises) -> str:
    """The name that a `NameError` is about; empty where the symptom is another."""
    found = re.match(r"name '(\w+)' is not defined", symptom.pattern) if symptom.error == "NameError" else None
    return found[1] if found else ""
