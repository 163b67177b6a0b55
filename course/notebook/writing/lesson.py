"""A chapter's lesson as cells: the script as it is found, each fault seen, looked into and repaired, and the training."""

from __future__ import annotations

from collections.abc import Sequence

from course.i18n import N_
from course.lesson import Chapter, Fault, Raises, Scene, Section, Sighting, Step, Track, Warns
from course.notebook.writing.cells import Cells
from course.notebook.writing.markdown import folded, hints, html
from course.notebook.writing.stages import StageWriter
from course.script import Script, diff, functions, program_diff, read
from course.stages import scene_script, stage, trains_at_the_end, untrained
from course.video import where

ON_PAGE, HERE = N_("On the published page"), N_("On your installation")
FURTHER = N_("Further problems")


def anchored(name: str, heading: str) -> str:
    """A heading to which a link of the contents leads, in Jupyter as in Colab."""
    return f'<a id="{name}" name="{name}"></a>\n\n## {heading}'


def write_lesson(cells: Cells, chapter: Chapter, track: Track) -> None:
    """Write the lesson from its first stage to the repaired script."""
    stepping = StageWriter(cells, track, f"course.{chapter.name}")
    if isinstance(track.sections[0], Fault):
        _found(cells, track)
    script = stage(track, 0)
    stepping.imports("imports", script.preambles[0])
    cells.code("arguments", _arguments(script, track), cell="arguments")
    for before, part in zip((track, *track.parts), track.parts, strict=False):
        if part is not track:
            stepping.enter(part)
            lines = program_diff(read(before.script), read(part.script))
            cells.text(f"{part.script.stem}-opening", cells.say(part.opening), fenced(lines))
            stepping.imports(f"{part.script.stem}-imports", read(part.script).preambles[0])
        for section in part.sections:
            if isinstance(section, Step):
                _take(cells, track, part, stepping, section)
            else:
                _Section(cells, track, part, stepping, section).write()
    _finish(cells, chapter, track, stepping)
    if track.further:
        _go_further(cells, track, stepping)


def _heading(cells: Cells, track: Track, section: Section) -> str:
    if section in track.further:
        title = anchored(section.name, f"{_place(track.further, section)} · {cells.say(section.title)}")
        return title.replace("## ", "### ")
    told = where(track, section.name)
    in_video = f"\n\n*{cells.say(told.text, **told.values)}*" if told else ""
    return anchored(section.name, f"{_place(track.lesson, section)} · {cells.say(section.title)}{in_video}")


def _place(sections: Sequence[Section], section: Section) -> str:
    return f"{sections.index(section) + 1}/{len(sections)}"


def _take(cells: Cells, whole: Track, track: Track, stepping: StageWriter, step: Step) -> None:
    """A stretch of the script that is right."""
    cells.text(step.name, _heading(cells, whole, step), *(cells.say(paragraph) for paragraph in step.text))
    script = stage(track, track.before(step))
    if step.cells:
        # what breaks without a step's cells is tried on what is there before them
        stepping.run(step.name, script, Scene(until=step.cells[-1]))
        if script.cell(step.cells[-1]) is script.cells[-1]:
            cells.code(f"{step.name}-scores", "lesson.scores(scores)", cell="scores")
    _look(cells, stepping, step)


def _look(cells: Cells, stepping: StageWriter, section: Section) -> None:
    for probe in section.probes:
        name = f"{section.name}-{probe.name}"
        cells.text(f"{name}-caption", cells.say(probe.caption))
        stepping.probe(f"{section.name}-look", probe.name, isinstance(probe.symptom, Raises), probe.drawn)
        if probe.note:
            cells.text(f"{name}-note", cells.say(probe.note))


def _found(cells: Cells, track: Track) -> None:
    script = stage(track, 0)
    cells.text(
        "script",
        anchored("script", cells.say(N_("The script"))),
        cells.say(N_("This is the script as we find it. Read it through; nothing is marked yet.")),
        folded(f"<code>{track.script.name}</code>", f"\n```python\n{script.text()}```\n"),
        cells.say(
            N_(
                "Below it is run one function at a time. A cell that is meant to fail shows its error in short; `%tb` in a cell of your own shows the whole traceback."
            )
        ),
    )


def _arguments(script: Script, track: Track) -> str:
    values = {name: repr(value) for name, value in script.defaults.items()}
    values |= {name: f"lesson.{name}" for name in ("checkpoint", "dataset", "metric")}
    values |= {"steps": str(track.steps), "callbacks": "[lesson.callback()]"}
    taken = [*script.required, *script.defaults]
    return "\n".join(f"{name} = {values[name]}".replace("'", '"') for name in taken)


class _Section:
    """One fault."""

    def __init__(self, cells: Cells, whole: Track, track: Track, stepping: StageWriter, fault: Fault) -> None:
        self.cells, self.whole, self.track = cells, whole, track
        self.stepping, self.fault = stepping, fault

    def write(self) -> None:
        cells, fault, say = self.cells, self.fault, self.cells.say
        cells.text(fault.name, _heading(cells, self.whole, fault), say(fault.situation), f"**{say(HERE)}**")
        self._sighting("today", fault.today)
        if fault.published is not None:
            if fault.published.scene != fault.today.scene:
                self._staging(fault.published)
                self._sighting("published", fault.published)
            elif fault.published.note:
                cells.text(f"{fault.name}-published", f"**{say(ON_PAGE)}**", say(fault.published.note))
        asked = say(N_("Before you read on: what would you look at, and what would you change?"))
        cells.text(f"{fault.name}-hints", asked, hints(fault.hints, cells.language))
        _look(cells, self.stepping, fault)
        self._repair()
        if fault.relapse is not None:
            cells.text(f"{fault.name}-relapse", say(fault.relapse.note))
            self._cells("relapse", self.track.fault(fault.brings_back), fault.relapse)

    def _sighting(self, era: str, sighting: Sighting) -> None:
        self._cells(era, self.fault, sighting)
        if sighting.note:
            self.cells.text(f"{self.fault.name}-{era}-note", self.cells.say(sighting.note))

    def _cells(self, era: str, laid: Fault, sighting: Sighting) -> None:
        script = scene_script(self.track, laid, sighting.scene)
        place = self.track.faults.index(self.fault)
        to_come = {fault.cell for fault in self.track.faults[place + 1 :]}
        name = f"{self.fault.name}-{era}"
        # what only warned in its day ends in the error of today all the same
        shown = self.fault.today.symptom if isinstance(sighting.symptom, Warns) else sighting.symptom
        self.stepping.run(name, script, sighting.scene, isinstance(shown, Raises), to_come, self.fault.name)

    def _staging(self, sighting: Sighting) -> None:
        cells, scene = self.cells, sighting.scene
        paragraphs = [f"**{cells.say(ON_PAGE)}**"]
        if scene.staging:
            before = scene_script(self.track, self.fault, Scene(alone=scene.alone)).cell(scene.staging).function
            lines = diff(before, functions(self.track.staging)[scene.staging])
            words = N_("To see what the page shows, this cell makes your libraries behave as those of its day did:")
            paragraphs += [cells.say(words), fenced(lines)]
        cells.text(f"{self.fault.name}-staging", *paragraphs)

    def _repair(self) -> None:
        cells, fault, say = self.cells, self.fault, self.cells.say
        working = read(self.track.script).cell(fault.cell)
        lines = diff(functions(self.track.broken)[fault.cell], working.function)
        title = html(cells.say(N_("The repair of `{cell}`"), cell=fault.cell).replace("`", ""))
        cells.text(f"{fault.name}-why", say(fault.why), f"**{title.replace('_', chr(92) + '_')}**", fenced(lines))
        self.stepping.repair(fault.name, working, later=bool(fault.today.scene.define))
        cells.text(f"{fault.name}-repaired", say(fault.repaired))


def fenced(lines: list[str]) -> str:
    """The lines of a diff, which a notebook colours."""
    return "\n".join(["```diff", *lines, "```"])


def _finish(cells: Cells, chapter: Chapter, track: Track, stepping: StageWriter) -> None:
    if trains_at_the_end(track):
        cells.text(
            "repaired",
            anchored("repaired", cells.say(N_("The script, repaired"))),
            cells.say(N_("Every fault is repaired. The script now runs from its first line to its last.")),
        )
        stepping.run("repaired", stage(track, len(track.faults)), Scene(), attempt="repaired")
        cells.code("scores", "lesson.scores(scores)", cell="scores")
    listed = "\n".join(f"- {cells.say(paragraph)}" for paragraph in (*track.summary, *chapter.summary))
    cells.text("summary", anchored("summary", cells.say(N_("What you have learned"))), listed)


def _go_further(cells: Cells, track: Track, stepping: StageWriter) -> None:
    """Sections on what is not wrong with the script, each beside the script anew."""
    cells.text("further", anchored("further", cells.say(FURTHER)))
    script = stage(track, len(track.faults))
    for step in track.further:
        cells.text(step.name, _heading(cells, track, step), *(cells.say(paragraph) for paragraph in step.text))
        stepping.run(step.name, script, Scene(until=untrained(track)))
        _look(cells, stepping, step)
