"""A chapter as a lesson in a terminal: each fault is seen, looked into, explained and repaired, and then it trains."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from course.curves import Curve, column
from course.frameworks import TITLES, versions
from course.i18n import N_, format_share
from course.lesson import (
    Chapter,
    Fault,
    Observed,
    Probe,
    Raised,
    Raises,
    Scene,
    Section,
    Sighting,
    Step,
    Symptom,
    Track,
    Warns,
)
from course.message import WrongUse
from course.observe import held, kernel_for, measured, observe, probe, report, telling_line
from course.script import Function, Script, called, diff, functions, program_diff, read
from course.sources import Source
from course.stages import find_probe as look_of
from course.stages import scene_script, stage, trains_at_the_end, untrained
from course.terminal.screen import Terminal
from course.video import where

PROMPT = N_(
    "[Enter] look closer · [h] hint · [s] show the repair · [t] whole traceback · [q] quit · or type your guess:"
)
PAUSE = N_("[Enter] go on · [q] quit:")
SHORT_WORD = 3


class Quit(Exception):
    """The learner leaves the lesson."""


@dataclass
class Lesson:
    """One run of a chapter on one track, and what came of it.

    Args:
        workspace: an empty directory, for what the script writes.
        ask: whether to pause where a reader should think.
    """

    chapter: Chapter
    track: Track
    source: Source
    seed: int
    workspace: Path
    terminal: Terminal
    ask: bool = False
    reports: list[dict[str, Any]] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    raised: list[Raised] = field(default_factory=list)
    final: dict[str, Any] | None = None
    failed: bool = False
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.parts, self.sections = self.track.parts, self.track.lesson
        self.shown: set[Function] = set()
        self._enter(self.track)

    def _enter(self, track: Track) -> None:
        self.track = track
        self.kernel = kernel_for(track, self.source, self.seed, self.workspace)

    def run(self, start: str = "") -> None:
        """The lesson from the section `start` on (empty: from the beginning). Raises Quit where the learner leaves."""
        place = [section.name for section in self.sections].index(start) if start else 0
        parts = [part for part in self.parts if not set(self.sections[place:]).isdisjoint(part.sections)]
        before = self.track
        for part in parts:
            if part is not self.track:
                self._enter(part)
            sections = [section for section in part.sections if section in self.sections[place:]]
            if part is parts[0]:
                self.introduce(part.before(sections[0]))
                self._catch_up(sections[0])
            if part.opening:
                self.open(part, before)
            for section in sections:
                if isinstance(section, Step):
                    self.take(section)
                else:
                    self.repair(section)
            before = part
        self.finish()

    def go_further(self, steps: Sequence[Step]) -> None:
        """Read sections on what is not wrong with the script, each beside the script anew. Raises Quit likewise."""
        if steps and self.track is not self.parts[0]:
            self._enter(self.parts[0])
        for step in steps:
            observed = self._run(stage(self.track, len(self.track.faults)), Scene(until=untrained(self.track)))
            if observed.raised is not None:
                self.failed = True
                self._error(observed.raised, None)
            self.take(step)

    def json(self) -> dict[str, Any]:
        """What happened so far, under names that do not change with the language."""
        return {
            "chapter": self.chapter.name,
            "framework": self.track.framework,
            "language": self.terminal.language,
            "source": self.source.name,
            "seed": self.seed,
            "versions": versions(),
            "seconds": round(time.monotonic() - self.began, 1),
            "steps": self.steps,
            "faults": self.reports,
            "final": self.final,
        }

    def introduce(self, place: int = 0) -> None:
        """What the chapter is about, and the script at the stage where the lesson begins."""
        terminal = self.terminal
        terminal.heading(f"{terminal.say(self.chapter.title)} · {TITLES[self.track.framework]}")
        for paragraph in self.chapter.introduction:
            terminal.paragraph(paragraph)
        self._pause()
        if isinstance(self.track.sections[0], Fault):
            terminal.paragraph(N_("This is the script as we find it. Read it through; nothing is marked yet."))
            terminal.program(stage(self.track, place).text())
            self._pause()

    def _catch_up(self, section: Section) -> None:
        """Run what the sections before this one have run."""
        before = self.track.sections[: self.track.sections.index(section)]
        cells = [name for step in before if isinstance(step, Step) for name in step.cells]
        if cells:
            self._run(stage(self.track, self.track.before(section)), Scene(until=cells[-1]))

    def open(self, part: Track, before: Track) -> None:
        """How the next script differs from the one before it."""
        self.terminal.paragraph(part.opening)
        lines = program_diff(read(before.script), read(part.script))
        self.terminal.diff(lines, f"{before.script.name} → {part.script.name}")
        self._pause()

    def _heading(self, section: Section) -> None:
        sections = self.sections if section in self.sections else self.parts[0].further
        title = self.terminal.say(section.title).replace("`", "")
        self.terminal.heading(f"{sections.index(section) + 1}/{len(sections)} · {title}")
        told = where(self.parts[0], section.name) if section in self.sections else None
        if told is not None:
            self.terminal.paragraph(told.text, "dim", **told.values)

    def take(self, step: Step) -> None:
        """Read a stretch of the script, run it, and look at what it has made."""
        terminal, began = self.terminal, time.monotonic()
        self._heading(step)
        for paragraph in step.text:
            terminal.paragraph(paragraph)
        said: dict[str, Any] = {"name": step.name, "held": True, "seconds": 0.0}
        self.steps.append(said)
        self._pause()
        if step.cells:
            script = stage(self.track, self.track.before(step))
            for name in step.cells:
                terminal.code(script.cell(name).function)
            observed = self._run(script, Scene(until=step.cells[-1]))
            said["held"] = observed.raised is None
            if observed.raised is not None:
                self._error(observed.raised, None)
                self.failed = True
            elif script.cell(step.cells[-1]) is script.cells[-1]:
                self._trained(observed)
        for look in step.probes:
            said["held"] &= self._probe(look)
            self._pause()
        said["seconds"] = round(time.monotonic() - began, 1)

    def repair(self, fault: Fault) -> None:
        """See a fault, think about it, look closer, and repair it."""
        terminal, began = self.terminal, time.monotonic()
        self._heading(fault)
        terminal.paragraph(fault.situation)
        said: dict[str, Any] = {
            "name": fault.name,
            "cell": fault.cell,
            "published": None,
            "today": None,
            "seconds": 0.0,
        }
        self.reports.append(said)
        self.raised.clear()
        observed = self._sighting(fault, fault.today, N_("On your installation"))
        said["today"] = report(fault.today, observed)
        if fault.published is not None:
            if fault.published.scene != fault.today.scene:
                self._staging(fault, fault.published)
                observed = self._sighting(fault, fault.published, N_("On the published page"))
            else:
                self._verdict(fault.published, observed)
            said["published"] = report(fault.published, observed)
        broken = functions(self.track.broken)[fault.cell]
        working = stage(self.track, len(self.track.faults)).cell(fault.cell).function
        lines = diff(broken, working)
        if self._think(fault, lines):
            for looked in fault.probes:
                self._probe(looked)
                self._pause()
        terminal.code(broken, [line[1:] for line in lines if line.startswith("-")])
        terminal.paragraph(fault.why)
        terminal.diff(lines, terminal.say(N_("The repair of `{cell}`"), cell=fault.cell).replace("`", ""))
        terminal.paragraph(fault.repaired)
        self._relapse(fault)
        said["seconds"] = round(time.monotonic() - began, 1)
        self._pause()

    def finish(self) -> None:
        """Train with the repaired script, beside the attempts that failed, and say what was learned."""
        terminal = self.terminal
        if self.final is None and trains_at_the_end(self.parts[0]):
            terminal.heading(terminal.say(N_("The script, repaired")))
            terminal.paragraph(N_("Every fault is repaired. The script now runs from its first line to its last."))
            observed = self._run(stage(self.track, len(self.track.faults)), Scene())
            if observed.raised is not None:
                self.failed = True
                self._error(observed.raised, None)
            self._trained(observed)
        terminal.heading(terminal.say(N_("What you have learned")))
        for paragraph in (*self.parts[0].summary, *self.chapter.summary):
            terminal.paragraph(paragraph)
        if self.parts[0].further:
            terminal.paragraph(
                N_("Further problems, each with something to run: `{command}` lists them."),
                command=f"python -m course.{self.chapter.name} --list",
            )
        if self.chapter.quiz:
            terminal.paragraph(
                N_("Questions on this chapter: `{command}`"), command=f"python -m course quiz {self.chapter.name}"
            )

    def _trained(self, observed: Observed) -> None:
        """What training came to: its curve beside the attempts that failed, and what was measured."""
        terminal = self.terminal
        terminal.losses(observed.losses)
        if observed.losses:
            name = terminal.say(N_("repaired") if self.curves else N_("training loss"))
            terminal.curves([*self.curves, Curve(name, observed.losses)])
        # a loss that is not a number has no JSON of its own
        losses = [loss if math.isfinite(loss) else None for loss in observed.losses]
        self.final = {"losses": losses, "accuracy": None, **observed.scores}
        if observed.scores:
            shares = {name: format_share(value, terminal.language) for name, value in observed.scores.items()}
            terminal.paragraph(measured(observed.scores), **shares)

    def _error(self, raised: Raised, symptom: Symptom | None) -> None:
        if isinstance(raised.exception, WrongUse):
            self.terminal.print(
                self.terminal.prose(raised.exception.sentence(self.terminal.language), style="bold red")
            )
            return
        pattern = symptom.pattern if isinstance(symptom, Raises) else ""
        self.terminal.error(raised, telling_line(raised.message, pattern), self.track.directory)

    def _pause(self) -> None:
        if self.ask and self.terminal.ask(PAUSE).lower() == "q":
            raise Quit

    def _run(self, script: Script, scene: Scene) -> Observed:
        steps = scene.steps or self.track.steps
        with self.terminal.progress() as work:
            return observe(
                self.track,
                self.kernel,
                script,
                scene,
                work.doing,
                lambda loss: work.step(loss, steps or self._counted()),
            )

    def _counted(self) -> int | None:
        """How many steps the script itself has counted."""
        counted = self.kernel.namespace.get("num_training_steps")
        return counted if isinstance(counted, int) else None

    def _sighting(self, fault: Fault, sighting: Sighting, where: str) -> Observed:
        self.terminal.print(self.terminal.prose(self.terminal.say(where), style="bold"))
        observed = self._run(scene_script(self.track, fault, sighting.scene), sighting.scene)
        self._show(sighting, observed)
        if len(observed.losses) >= 20:
            self.curves.append(Curve(self.terminal.say(fault.title), observed.losses))
        self._verdict(sighting, observed)
        return observed

    def _show(self, sighting: Sighting, observed: Observed) -> None:
        terminal, symptom = self.terminal, sighting.symptom
        if isinstance(symptom, Warns):
            for category, text in observed.warnings:
                if category == symptom.category:
                    terminal.warning(category, telling_line(text, symptom.pattern))
                    break
        if observed.raised is not None:
            self.raised.append(observed.raised)
            self._error(observed.raised, symptom)
        terminal.losses(observed.losses)
        terminal.findings(observed.findings)

    def _verdict(self, sighting: Sighting, observed: Observed) -> None:
        terminal = self.terminal
        if held(sighting.symptom, observed):
            if sighting.note:
                terminal.paragraph(sighting.note)
        elif sighting.of_learning and not self.source.embedded:
            words = N_("With these data the symptom does not show: how a model learns is the data's affair.")
            terminal.paragraph(words, "yellow")
        else:
            self.failed = True
            words = N_("This is not the symptom that this lesson was tested with. What you see above is what happened.")
            terminal.paragraph(words, "bold red")

    def _staging(self, fault: Fault, sighting: Sighting) -> None:
        scene, terminal = sighting.scene, self.terminal
        if scene.staging:
            before = scene_script(self.track, fault, Scene(alone=scene.alone)).cell(scene.staging).function
            after = functions(self.track.staging)[scene.staging]
            words = N_("To see what the page shows, this cell makes your libraries behave as those of its day did:")
            terminal.paragraph(words)
            terminal.diff(diff(before, after), after.path.name)

    def _think(self, fault: Fault, lines: Sequence[str]) -> bool:
        """Let the learner think. Returns whether they want to look closer; False goes straight to the repair."""
        hints = list(fault.hints)
        while self.ask:
            answer = self.terminal.ask(PROMPT)
            match answer.lower():
                case "":
                    return True
                case "q":
                    raise Quit
                case "s":
                    return False
                case "h" if hints:
                    self.terminal.paragraph(hints.pop(0))
                case "h":
                    self.terminal.paragraph(N_("There are no more hints: look closer, or see the repair."))
                case "t" if self.raised:
                    for raised in self.raised:
                        self.terminal.whole_traceback(raised)
                case "t":
                    self.terminal.paragraph(N_("Nothing was raised here: there is no traceback."))
                case _:
                    self._answer(answer, fault, lines)
        return True

    def _answer(self, guess: str, fault: Fault, lines: Sequence[str]) -> None:
        said = words_of(guess)
        # an import that the repair makes use of stands elsewhere; the last hint names it
        named = words_of(" ".join(re.findall(r"`([^`]*)`", fault.hints[-1])))
        telling = changed_words(lines) | named | words_of(fault.name) | words_of(self.terminal.say(fault.title))
        if said & telling:
            words = N_(
                "Warm: you have named something that the repair changes. Look closer, and see whether you are right."
            )
        elif fault.cell.lower() in said:
            words = N_("That is the cell. What in it would you change?")
        else:
            words = N_("Keep that thought, and hold it against what comes next.")
        self.terminal.paragraph(words)

    def _probe(self, look: Probe) -> bool:
        """Look with a probe, and return whether it let one see what it must."""
        terminal = self.terminal
        terminal.paragraph(look.caption)
        for function in called(look_of(self.track, look.name)):
            if function not in self.shown or function.name == look.name:
                terminal.code(function)
                self.shown.add(function)
        with terminal.progress() as work:
            work.doing(look.name)
            observed = probe(self.track, self.kernel, look.name)
        if observed.raised is not None:
            self._error(observed.raised, look.symptom)
        terminal.findings(observed.findings)
        if look.drawn and observed.findings:
            drawn = [column(observed.findings, name) for name in look.drawn]
            terminal.curves([replace(curve, name=terminal.say(curve.name)) for curve in drawn])
        if look.symptom is None:
            if look.note:
                terminal.paragraph(look.note)
            self.failed |= observed.raised is not None
            return observed.raised is None
        self._verdict(Sighting(look.symptom, note=look.note, of_learning=look.of_learning), observed)
        return held(look.symptom, observed)

    def _relapse(self, fault: Fault) -> None:
        """Run what the published repair brings back: an earlier fault, laid over the script once more."""
        if fault.relapse is not None:
            self.terminal.paragraph(fault.relapse.note)
            script = scene_script(self.track, self.track.fault(fault.brings_back), fault.relapse.scene)
            observed = self._run(script, fault.relapse.scene)
            self._show(fault.relapse, observed)
            self.failed |= not held(fault.relapse.symptom, observed)


def words_of(text: str) -> set[str]:
    """The words, names and numbers of a text that are long enough to mean something, lower-cased."""
    found = re.findall(r"\w+", text.lower())
    return {word for word in found if len(word) > SHORT_WORD or not word.isascii()}


def changed_words(lines: Sequence[str]) -> set[str]:
    """The words of a diff that stand on one side of it alone."""
    added, taken = (words_of("\n".join(line[1:] for line in lines if line.startswith(sign))) for sign in "+-")
    return added ^ taken
