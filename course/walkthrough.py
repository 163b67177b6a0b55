"""A chapter as a lesson in a terminal: each fault is seen, looked into, explained and repaired, and then it trains."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course.chart import Curve
from course.i18n import N_, format_share
from course.lesson import Chapter, Fault, Observed, Scene, Shows, Sighting, Symptom, Track, Warns
from course.observe import held, observe, probe, report, scene_script, stage, telling_line
from course.script import Kernel, diff, functions, read
from course.sources import TITLES, Source, versions
from course.terminal import Terminal

PROMPT = N_(
    "[Enter] look closer · [h] hint · [s] show the repair · [t] whole traceback · [q] quit · or type your guess:"
)
PAUSE = N_("[Enter] go on · [q] quit:")


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
    curves: list[Curve] = field(default_factory=list)
    final: dict[str, Any] | None = None
    failed: bool = False
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        arguments = {
            "checkpoint": self.source.checkpoint,
            "dataset": self.source.dataset,
            "metric": self.source.metric,
            "seed": self.seed,
            "output": str(self.workspace),
        }
        taken = {*read(self.track.script).required, *read(self.track.script).defaults}
        self.kernel = Kernel({name: arguments[name] for name in arguments if name in taken}, self.track.live_from)

    def run(self, start: str = "") -> None:
        """The lesson from the fault `start` on (empty: from the beginning). Raises Quit where the learner leaves."""
        place = self.track.faults.index(self.track.fault(start)) if start else 0
        self.introduce(place)
        for fault in self.track.faults[place:]:
            self.repair(fault)
        self.finish()

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
            "faults": self.reports,
            "final": self.final,
        }

    def introduce(self, place: int = 0) -> None:
        """What the chapter is about, and the script at the stage where the lesson begins."""
        say = self.terminal
        say.heading(f"{say.say(self.chapter.title)} · {TITLES[self.track.framework]}")
        for paragraph in self.chapter.introduction:
            say.paragraph(paragraph)
        self._pause()
        say.paragraph(N_("This is the script as we find it. Read it through; nothing is marked yet."))
        say.program(stage(self.track, place).text())
        self._pause()

    def _pause(self) -> None:
        if self.ask and self.terminal.ask(PAUSE).lower() == "q":
            raise Quit

    def repair(self, fault: Fault) -> None:
        """See a fault, think about it, look closer, and repair it."""
        say, began = self.terminal, time.monotonic()
        place = self.track.faults.index(fault) + 1
        say.heading(f"{place}/{len(self.track.faults)} · {say.say(fault.title)}")
        say.paragraph(fault.situation)
        said: dict[str, Any] = {
            "name": fault.name,
            "cell": fault.cell,
            "published": None,
            "today": None,
            "seconds": 0.0,
        }
        self.reports.append(said)
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
        if self._think(fault, lines, observed):
            for looked in fault.probes:
                self._probe(looked.name, looked.caption)
                self._pause()
        say.code(broken, [line[1:] for line in lines if line.startswith("-")])
        say.paragraph(fault.why)
        say.diff(lines, say.say(N_("The repair of `{cell}`"), cell=fault.cell).replace("`", ""))
        say.paragraph(fault.repaired)
        self._relapse(fault)
        said["seconds"] = round(time.monotonic() - began, 1)
        self._pause()

    def _observe(self, fault: Fault, scene: Scene) -> Observed:
        script = scene_script(self.track, fault, scene)
        steps = scene.steps or self.track.steps
        with self.terminal.progress() as work:
            return observe(self.track, self.kernel, script, scene, work.cell, lambda loss: work.loss(loss, steps))

    def _sighting(self, fault: Fault, sighting: Sighting, where: str) -> Observed:
        say = self.terminal
        say.print(say.prose(say.say(where), style="bold"))
        observed = self._observe(fault, sighting.scene)
        self._show(sighting.symptom, observed)
        if len(observed.losses) >= 20:
            self.curves.append(Curve(fault.name, observed.losses))
        self._verdict(sighting, observed)
        return observed

    def _show(self, symptom: Symptom, observed: Observed) -> None:
        say = self.terminal
        if isinstance(symptom, Warns):
            for category, text in observed.warnings:
                if category == symptom.category:
                    say.warning(category, telling_line(symptom, text))
                    break
        if observed.raised is not None:
            line = telling_line(symptom, observed.raised.message)
            say.error(observed.raised, line, self.track.directory)
        say.losses(observed.losses)
        say.findings(observed.findings)

    def _verdict(self, sighting: Sighting, observed: Observed, silent: bool = False) -> None:
        say = self.terminal
        if held(sighting.symptom, observed):
            if sighting.note and not silent:
                say.paragraph(sighting.note)
        elif isinstance(sighting.symptom, Shows) and sighting.symptom.of_learning and not self.source.embedded:
            say.paragraph(
                N_("With these data the symptom does not show: how a model learns is the data's affair."), "yellow"
            )
        else:
            self.failed = True
            say.paragraph(
                N_("This is not the symptom that this lesson was tested with. What you see above is what happened."),
                "bold red",
            )

    def _staging(self, fault: Fault, sighting: Sighting) -> None:
        if sighting.scene.staging:
            script = scene_script(self.track, fault, Scene(alone=sighting.scene.alone))
            before = script.cell(sighting.scene.staging).function
            after = functions(self.track.staging)[sighting.scene.staging]
            say = self.terminal
            say.paragraph(
                N_("To see what the page shows, this cell makes your libraries behave as those of its day did:")
            )
            say.diff(diff(before, after), after.path.name)

    def _think(self, fault: Fault, lines: Sequence[str], observed: Observed) -> bool:
        """Let the learner think. Returns whether they want to look closer; False goes straight to the repair."""
        hints = list(fault.hints)
        while self.ask:
            answer = self.terminal.ask(PROMPT)
            if answer.lower() == "q":
                raise Quit
            if answer.lower() == "s":
                return False
            if answer.lower() == "h":
                self.terminal.paragraph(
                    hints.pop(0) if hints else N_("There are no more hints: look closer, or see the repair.")
                )
            elif answer.lower() == "t":
                if observed.raised is not None:
                    self.terminal.whole_traceback(observed.raised)
                else:
                    self.terminal.paragraph(N_("Nothing was raised here: there is no traceback."))
            elif answer:
                self._answer(answer, fault, lines)
            else:
                return True
        return True

    def _answer(self, guess: str, fault: Fault, lines: Sequence[str]) -> None:
        said = set(re.findall(r"\w+", guess.lower()))
        if said & changed_names(lines):
            self.terminal.paragraph(
                N_(
                    "Warm: you have named something that the repair changes. Look closer, and see whether you are right."
                )
            )
        elif fault.cell.lower() in said:
            self.terminal.paragraph(N_("That is the cell. What in it would you change?"))
        else:
            self.terminal.paragraph(N_("Keep that thought, and hold it against what comes next."))

    def _probe(self, name: str, caption: str) -> None:
        say = self.terminal
        say.paragraph(caption)
        say.code(functions(self.track.probes)[name])
        with say.progress() as work:
            work.cell(name)
            observed = probe(self.track, self.kernel, name)
        if observed.raised is not None:
            say.error(
                observed.raised, telling_line(Shows(lambda _: True), observed.raised.message), self.track.directory
            )
        say.findings(observed.findings)

    def _relapse(self, fault: Fault) -> None:
        """Run what the published repair brings back: an earlier fault, laid over the script once more."""
        say = self.terminal
        relapse = fault.relapse
        if relapse is not None:
            say.paragraph(relapse.note)
            observed = self._observe(self.track.fault(fault.brings_back), relapse.scene)
            self._show(relapse.symptom, observed)
            self._verdict(relapse, observed, silent=True)

    def finish(self) -> None:
        """Train with the repaired script, beside the attempts that failed, and say what was learned."""
        say = self.terminal
        say.heading(say.say(N_("The script, repaired")))
        steps = self.track.steps
        say.paragraph(N_("Every fault is repaired. The script now runs from its first line to its last."))
        with say.progress() as work:
            whole = stage(self.track, len(self.track.faults))
            observed = observe(self.track, self.kernel, whole, Scene(), work.cell, lambda loss: work.loss(loss, steps))
        if observed.raised is not None:
            self.failed = True
            say.error(
                observed.raised, telling_line(Shows(lambda _: True), observed.raised.message), self.track.directory
            )
        say.losses(observed.losses)
        if observed.losses:
            say.curves([*self.curves, Curve(say.say(N_("repaired")), observed.losses)])
        accuracy = observed.scores.get("accuracy")
        # a loss that is not a number has no JSON of its own
        losses = [loss if math.isfinite(loss) else None for loss in observed.losses]
        self.final = {"losses": losses, "accuracy": accuracy}
        if accuracy is not None:
            say.paragraph(
                N_("Accuracy on the validation set: {accuracy}."), accuracy=format_share(accuracy, say.language)
            )
        say.heading(say.say(N_("What you have learned")))
        for paragraph in self.chapter.summary:
            say.paragraph(paragraph)


def changed_names(lines: Sequence[str]) -> set[str]:
    """The names, numbers and words in strings, lower-cased, that a diff adds or takes away."""
    sides: dict[str, set[str]] = {"+": set(), "-": set()}
    for line in lines:
        if line[:1] in sides:
            sides[line[:1]] |= set(re.findall(r"\w+", line.lower()))
    return sides["+"] ^ sides["-"]
