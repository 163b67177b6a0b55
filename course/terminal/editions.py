"""What an edition of the published page changed in its program, in a terminal: run as it stands there, and repaired."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from course.frameworks import TITLES
from course.i18n import N_, language_name
from course.lesson import Change, Edition, Scene, Sighting
from course.observe import report, tried
from course.script import diff, functions, read
from course.stages import edited, stage, untrained
from course.terminal.walkthrough import Lesson


@dataclass
class Comparison(Lesson):
    """One look at an edition, and what came of it."""

    changes: list[dict[str, Any]] = field(default_factory=list)

    def compare(self, edition: Edition) -> None:
        """Run what the edition changed, and what repairs it. Raises Quit where the learner leaves."""
        terminal, track = self.terminal, self.track
        title = terminal.say(
            N_("What the edition in {language} changed"), language=language_name(edition.language, terminal.language)
        )
        terminal.heading(f"{title} · {TITLES[track.framework]}")
        if edition.text:
            terminal.paragraph(edition.text)
        self._run(stage(track, len(track.faults)), Scene(until=untrained(track)))
        for place, change in enumerate(edition.changes, 1):
            terminal.heading(f"{place}/{len(edition.changes)} · {terminal.say(change.title).replace('`', '')}")
            self._take_up(change)
        terminal.heading(terminal.say(N_("And in every edition")))
        for name in edition.faults:
            self._left(name)

    def json(self) -> dict[str, Any]:
        """What happened so far, with one entry for each change."""
        return {**super().json(), "changes": self.changes}

    def _take_up(self, change: Change) -> None:
        """One change: what comes of it, and no longer does once it is repaired."""
        terminal = self.terminal
        found, repaired = edited(self.track, change)
        lines = diff(found, repaired)
        terminal.paragraph(change.text)
        terminal.code(found, [line[1:] for line in lines if line.startswith("-")])
        self._pause()
        sighting = Sighting(change.symptom, note=change.note)
        observed = tried(self.kernel, found)
        self._show(sighting, observed)
        self._verdict(sighting, observed)
        for probe in change.probes:
            self._probe(probe)
        self._pause()
        self._mended(lines, found.name)
        after, mended = tried(self.kernel, repaired), Sighting(None, note=change.repaired)
        self._show(mended, after)
        self._verdict(mended, after)
        seen = {"name": change.cell, **report(sighting, observed), "repaired": after.raised is None}
        self.changes.append(seen)
        self._pause()

    def _left(self, name: str) -> None:
        """A fault of the program whose repair this edition has no more than the others."""
        fault = self.track.fault(name)
        words = N_(
            "No published notebook of any edition, the English one included, holds the repair of one fault that the page itself finds: {title}. In this lesson it is `{name}`."
        )
        self.terminal.paragraph(words, title=f"“{self.terminal.say(fault.title)}”", name=name)
        observed = self._sighting(fault, fault.today, N_("On your installation"))
        self._mended(
            diff(functions(self.track.broken)[fault.cell], read(self.track.script).cell(fault.cell).function),
            fault.cell,
        )
        self.changes.append({"name": name, **report(fault.today, observed)})

    def _mended(self, lines: list[str], cell: str) -> None:
        self.terminal.diff(lines, self.terminal.say(N_("The repair of `{cell}`"), cell=cell).replace("`", ""))
