"""Tells a lesson's story in a terminal: each block is shown, run, or asked."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from course.curves import TRAINING_LOSS, Curve, column_curve
from course.frameworks import FRAMEWORKS
from course.i18n import N_, SHORT, bare, language_name, listed
from course.lesson import (
    Chapter,
    Edition,
    Fault,
    Observed,
    Probe,
    Raised,
    Raises,
    ScriptPart,
    Section,
    Sighting,
    Symptom,
    Track,
    Warns,
)
from course.message import WrongUse
from course.observe import (
    as_seen,
    held,
    report,
    scores_sentence,
    telling_line,
)
from course.paths import SITE
from course.screen import Work
from course.script import Function, called
from course.sources import Source
from course.stages import find_probe
from course.story import (
    AFTER_REPAIR,
    AS_FOUND,
    ELSEWHERE,
    LEARNED,
    REPAIR_OF,
    Block,
    Code,
    Difference,
    Found,
    Heading,
    Judge,
    Label,
    Link,
    Look,
    Pause,
    Prose,
    Question,
    Run,
    SectionStory,
    Summary,
    Text,
    Try,
    catching_up,
    curve_name,
    edition_story,
    found,
    introduction,
    left_by_editions,
    story,
)
from course.terminal.guess import reply
from course.terminal.rendering import Terminal
from course.terminal.report import ChangeReport, FaultReport, Report, StepReport
from course.version_sets import elsewhere

PROMPT = N_(
    "[Enter] look closer · [h] hint · [s] show the repair · [t] whole traceback · [q] quit · or type your guess:"
)
PAUSE = N_("[Enter] go on · [q] quit:")
LONG = 20
"""A training run of fewer steps is told in figures, and not drawn."""


class Observer(Protocol):
    """Knows what was seen when a block of the story ran: because it runs it, or because that was recorded."""

    def origin(self) -> dict[str, Any]: ...

    def enter(self, part: ScriptPart) -> None: ...

    def run(self, block: Run, work: Work) -> Observed: ...

    def look(self, block: Look, work: Work) -> Observed: ...

    def attempt(self, block: Try) -> Observed: ...


class Quit(Exception):
    """The learner leaves the lesson."""


@dataclass
class Lesson:
    """One telling of a chapter's story on one track, and its outcome.

    Args:
        observer: runs what the story asks for, or knows what was seen when it ran.
        ask: whether to pause where a reader should think.
    """

    chapter: Chapter
    track: Track
    source: Source
    seed: int
    observer: Observer
    terminal: Terminal
    ask: bool = False
    report: Report = field(default_factory=Report)
    part: ScriptPart = field(init=False)
    _began: float = field(default_factory=time.monotonic)
    _curves: list[Curve] = field(default_factory=list)
    _raised: list[Raised] = field(default_factory=list)
    _shown: set[Function] = field(default_factory=set)
    _last: Observed = field(default_factory=Observed)
    _section: FaultReport | StepReport | None = None

    def __post_init__(self) -> None:
        self.terminal.met = set()
        self._enter(self.track.parts[0])

    def _enter(self, part: ScriptPart) -> None:
        self.part = part
        self.observer.enter(part)

    def run(self, start: str = "") -> None:
        """Tell the lesson from the section `start` on (empty: from the beginning). Raises Quit where the learner leaves."""
        told = story(self.chapter, self.track)
        sections = [(part, section) for part in told.parts for section in part.sections]
        place = [section.section.name for _, section in sections].index(start) if start else 0
        first, section = sections[place]
        if first.part is not self.part:
            self._enter(first.part)
        self._introduce()
        self._tell((*found(first.part, section.section), *catching_up(first.part, section.section), *first.opening))
        for part, section in sections[place:]:
            if part.part is not self.part:
                self._enter(part.part)
                self._tell(part.opening)
            self._tell_section(section)
            if section is part.sections[-1]:
                self._section = None
                self._tell(part.ending)
        self._tell(told.ending)

    def show(self, name: str) -> None:
        """Tell one section of the lesson by itself."""
        for part in story(self.chapter, self.track).parts:
            for section in part.sections:
                if section.section.name == name:
                    self._tell_section(section)

    def go_further(self, names: Sequence[str]) -> None:
        """Tell further sections, each beside the script anew. Raises Quit likewise."""
        if names and self.part is not self.track.parts[0]:
            self._enter(self.track.parts[0])
        for section in story(self.chapter, self.track).further:
            if section.section.name in names:
                self._tell_section(section)

    def compare(self, edition: Edition) -> None:
        """Tell what an edition of the page changed. Raises Quit likewise."""
        self._tell((*edition_story(self.track, (edition,)), *left_by_editions(self.track, edition)))

    def json(self) -> dict[str, Any]:
        """The outcome so far."""
        told = asdict(self.report)
        return {
            "chapter": self.chapter.name,
            "framework": self.track.framework,
            "language": self.terminal.language,
            "source": self.source.name,
            "seed": self.seed,
            **self.observer.origin(),
            "seconds": round(time.monotonic() - self._began, 1),
            **{name: told[name] for name in ("steps", "faults", "final")},
            **({"changes": told["changes"]} if self.report.changes else {}),
        }

    def _introduce(self) -> None:
        terminal = self.terminal
        terminal.heading(f"{terminal.say(self.chapter.title)} · {FRAMEWORKS[self.track.framework].title}")
        for paragraph in introduction(self.chapter, self.track):
            terminal.paragraph(paragraph.text, "", **paragraph.values)
        if terminal.console.is_terminal:
            words = N_("Terms of the glossary are underlined at their first use: `{command}` explains a term.")
            terminal.paragraph(words, "dim", command="python -m course glossary TERM")
        self._pause()

    def _tell_section(self, section: SectionStory) -> None:
        began = time.monotonic()
        self._raised.clear()
        self._section = self._begin_report(section.section)
        self._tell(section.blocks)
        self._section.seconds = round(time.monotonic() - began, 1)

    def _begin_report(self, section: Section) -> FaultReport | StepReport:
        if isinstance(section, Fault):
            self.report.faults.append(FaultReport(section.name, section.cell))
            return self.report.faults[-1]
        self.report.steps.append(StepReport(section.name))
        return self.report.steps[-1]

    def _tell(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            match block:
                case Text():
                    self._text(block)
                case Found():
                    self.terminal.paragraph(AS_FOUND)
                    self.terminal.program(block.script.text())
                case Code():
                    self.terminal.code(block.function, block.wrong)
                case Run():
                    self._run(block)
                case Judge():
                    self._judge(block)
                case Look():
                    self._look(block)
                case Question():
                    self._question(block)
                case Try():
                    self._try(block)
                case Summary():
                    self.terminal.heading(self.terminal.say(LEARNED))
                    for paragraph in block.paragraphs:
                        self.terminal.paragraph(paragraph)
                case Link():
                    self.terminal.paragraph(block.text, command=block.command)
                case Pause():
                    self._pause()

    def _text(self, text: Text) -> None:
        terminal = self.terminal
        for part in text.parts:
            match part:
                case Heading():
                    self._heading(part)
                case Prose():
                    titles = {name: terminal.say(title) for name, title in part.titles.items()}
                    terminal.paragraph(part.text, "dim" if part.aside else "", **part.values, **titles)
                case Label():
                    terminal.print(terminal.prose(terminal.say(part.text), style="bold"))
                case Difference(lines, file, repairs):
                    title = terminal.say(REPAIR_OF, cell=repairs) if repairs else file
                    terminal.diff(lines, bare(title))

    def _heading(self, heading: Heading) -> None:
        language = self.terminal.language
        values = {name: language_name(value, language) for name, value in heading.values.items()}
        title = bare(self.terminal.say(heading.title, **values))
        counted = f"{heading.place}/{heading.count} · " if heading.place else ""
        self.terminal.heading(f"{counted}{title}")
        if self.terminal.live and heading.anchor in {section.name for section in self.track.readable}:
            place = f"{SHORT[language]}/{self.chapter.name}/{self.track.framework}/{heading.anchor}/"
            self.terminal.paragraph(N_("This section on the web: {address}"), "dim", address=f"{SITE}{place}")

    def _run(self, block: Run) -> None:
        with self.terminal.progress() as work:
            observed = self.observer.run(block, work)
        self._last = observed
        if block.sighting is not None:
            self._sighting(block, as_seen(block.sighting, observed), observed)
        elif observed.raised is not None:
            self._fail()
            self._error(observed.raised, None)
        if block.tells:
            self._trained(observed)

    def _sighting(self, block: Run, sighting: Sighting, observed: Observed) -> None:
        self._show(sighting, observed)
        if block.era == "relapse":
            self.report.failed |= not held(sighting.symptom, observed)
            return
        if len(observed.losses) >= LONG and block.fault is not None:
            self._curves.append(Curve(curve_name(block.fault, self.terminal.language), observed.losses))
        self._verdict(sighting, observed)
        for said, versions in elsewhere(self.chapter, self.track, block.name, report(sighting, observed)):
            self.terminal.paragraph(ELSEWHERE, "dim", said=said, versions=listed(versions, self.terminal.language))
        self._keep(block.era, sighting, observed, block.fault)

    def _judge(self, block: Judge) -> None:
        self._verdict(block.sighting, self._last)
        self._keep("published", block.sighting, self._last, block.fault)

    def _keep(self, era: str, sighting: Sighting, observed: Observed, fault: Fault | None) -> None:
        """Put a sighting into the report: of the fault, or of the edition that does not repair it."""
        told = report(sighting, observed)
        if isinstance(self._section, FaultReport):
            if era == "today":
                self._section.today = told
            else:
                self._section.published = told
        elif fault is not None:
            self.report.changes.append(ChangeReport(**asdict(told), name=fault.name))

    def _try(self, block: Try) -> None:
        observed = self.observer.attempt(block)
        self._show(block.sighting, observed)
        self._verdict(block.sighting, observed)
        if block.repaired:
            self.report.changes[-1].repaired = observed.raised is None
        else:
            told = report(block.sighting, observed)
            self.report.changes.append(ChangeReport(**asdict(told), name=block.function.name))

    def _look(self, look: Look) -> None:
        """Run a probe, and show what it found."""
        terminal = self.terminal
        probe = look.probe
        terminal.paragraph(probe.caption)
        for function in called(find_probe(look.part, probe.name)):
            if function not in self._shown or function.name == probe.name:
                terminal.code(function)
                self._shown.add(function)
        with terminal.progress() as work:
            observed = self.observer.look(look, work)
        if observed.raised is not None:
            self._error(observed.raised, probe.symptom)
        terminal.findings(observed.findings)
        if probe.drawn and observed.findings:
            terminal.curves([column_curve(observed.findings, each, terminal.language) for each in probe.drawn])
        self._probed(probe, observed)

    def _probed(self, probe: Probe, observed: Observed) -> None:
        if probe.symptom is not None:
            self._verdict(Sighting(probe.symptom, note=probe.note, of_learning=probe.of_learning), observed)
        else:
            if probe.note:
                self.terminal.paragraph(probe.note)
            self.report.failed |= observed.raised is not None
        if isinstance(self._section, StepReport):
            self._section.held &= held(probe.symptom, observed)

    def _trained(self, observed: Observed) -> None:
        """Show the result of training: its curve beside those of the attempts that failed, and the scores."""
        terminal = self.terminal
        metric = self.chapter.task.metric
        terminal.losses(observed.losses)
        if observed.losses:
            name = terminal.say(AFTER_REPAIR if self._curves else TRAINING_LOSS)
            terminal.curves([*self._curves, Curve(name, observed.losses)])
        # a loss that is not a number has no JSON of its own
        losses = [loss if math.isfinite(loss) else None for loss in observed.losses]
        self.report.final = {"losses": losses, **dict.fromkeys(metric.scores), **observed.scores}
        if observed.scores:
            terminal.print(terminal.prose(scores_sentence(metric, observed.scores, terminal.language)))
            terminal.print()

    def _fail(self) -> None:
        self.report.failed = True
        if isinstance(self._section, StepReport):
            self._section.held = False

    def _error(self, raised: Raised, symptom: Symptom | None) -> None:
        terminal = self.terminal
        if isinstance(raised.exception, WrongUse):
            terminal.print(terminal.prose(raised.exception.sentence(terminal.language), style="bold red"))
            return
        pattern = symptom.pattern if isinstance(symptom, Raises) else ""
        terminal.error(raised, telling_line(raised.message, pattern))

    def _pause(self) -> None:
        if self.ask and self.terminal.ask(PAUSE).lower() == "q":
            raise Quit

    def _show(self, sighting: Sighting, observed: Observed) -> None:
        terminal = self.terminal
        symptom = sighting.symptom
        if isinstance(symptom, Warns):
            for category, text in observed.warnings:
                if category == symptom.category:
                    terminal.warning(category, telling_line(text, symptom.pattern))
                    break
        if observed.raised is not None:
            self._raised.append(observed.raised)
            self._error(observed.raised, symptom)
        terminal.losses(observed.losses)
        terminal.findings(observed.findings)

    def _verdict(self, sighting: Sighting, observed: Observed) -> None:
        terminal = self.terminal
        if held(sighting.symptom, observed):
            if sighting.note:
                terminal.paragraph(sighting.note)
        elif sighting.of_learning and not self.source.embedded:
            words = N_(
                "With these data the symptom does not show. Whether it does depends on how well a model learns from the data."
            )
            terminal.paragraph(words, "yellow")
        else:
            self.report.failed = True
            words = N_(
                "This is not the symptom that the lesson describes: on your versions something else happened, and it is shown above."
            )
            terminal.paragraph(words, "bold red")

    def _question(self, question: Question) -> None:
        """Let the learner think, then look closer, unless they ask for the repair at once."""
        if self._think(question):
            for look in question.closer:
                self._look(look)
                self._pause()

    def _think(self, question: Question) -> bool:
        """Answer the learner until they want to go on. Returns whether they want to look closer."""
        hints = list(question.fault.hints)
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
                    self.terminal.paragraph(N_("There are no more hints. Look closer, or show the repair."))
                case "t" if self._raised:
                    for raised in self._raised:
                        self.terminal.whole_traceback(raised)
                case "t":
                    self.terminal.paragraph(N_("No exception was raised here, so there is no traceback."))
                case _:
                    self._answer(answer, question)
        return True

    def _answer(self, guess: str, question: Question) -> None:
        fault = question.fault
        self.terminal.paragraph(reply(guess, fault, self.terminal.say(fault.title), question.lines))
