"""What a lesson is made of: frozen declarations that import nothing of this project.

A chapter declares tracks, one per framework. A track names a working script, the file of its broken cells and the
faults in the order in which they are repaired. Words are English sentences, marked for translation where they are
written; code is named, never quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Framework = Literal["tf", "pt"]
Findings = Sequence[Mapping[str, Any]]
"""What a probe returns: the rows of a table, each a mapping from a column's name to a plain value."""


@dataclass(frozen=True)
class Raised:
    """An exception as it was seen: its type's name, its message, and the live exception."""

    error: str
    message: str
    exception: BaseException | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Observed:
    """What one run of a script let us see.

    Attributes:
        raised: the exception that ended the run, or None.
        warnings: the Python warnings issued meanwhile, as (category's name, message).
        losses: the training loss of each step, in nats, in order; empty if nothing was trained.
        findings: what the scene's probe returned; empty without a probe.
        scores: what the script's last cell measured, such as {"accuracy": 0.8}.
    """

    raised: Raised | None = None
    warnings: tuple[tuple[str, str], ...] = ()
    losses: tuple[float, ...] = ()
    findings: Findings = ()
    scores: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Raises:
    """The symptom is an exception: the name of its type, and a regular expression found in its message."""

    error: str
    pattern: str


@dataclass(frozen=True)
class Warns:
    """The symptom is a warning: the name of its category, and a regular expression found in its message."""

    category: str
    pattern: str


@dataclass(frozen=True)
class Shows:
    """The symptom is in live values: a predicate on what was observed."""

    holds: Callable[[Observed], bool]


Symptom = Raises | Warns | Shows


@dataclass(frozen=True)
class Scene:
    """How far a script is run, and under what circumstances.

    Attributes:
        until: the last cell to run; empty means all of them.
        probe: a probe to run after that, whose findings, or exception, are what one sees.
        staging: a cell of the track's staging file, run as soon as what it takes exists: it makes today's libraries
            behave as those of the published page did.
        alone: lay only this fault over the working script, where a later fault would speak first.
        steps: training steps at most; 0 means as many as the lesson trains.
        define: a later cell whose function the probe calls itself.
    """

    until: str = ""
    probe: str = ""
    staging: str = ""
    alone: bool = False
    steps: int = 0
    define: str = ""


@dataclass(frozen=True)
class Sighting:
    """A symptom (None: no error), and the scene in which it shows. `note` says in words what happened, and how it was brought about.

    `of_learning` marks a symptom that depends on how well a model learns from its data. With data other than the
    embedded ones such a symptom is reported, and decides nothing.
    """

    symptom: Symptom | None
    scene: Scene = Scene()
    note: str = ""
    of_learning: bool = False


@dataclass(frozen=True)
class Probe:
    """A small cell that inspects live objects, or tries something on them.

    Attributes:
        name: its function, in one of the track's files of probes.
        caption: words, read before it runs.
        symptom: what it must let one see; None: no error.
        note: words, read afterwards.
        drawn: columns of what it finds that are drawn as curves over its rows.
        of_learning: as with a sighting.
    """

    name: str
    caption: str
    symptom: Symptom | None = None
    note: str = ""
    drawn: tuple[str, ...] = ()
    of_learning: bool = False


@dataclass(frozen=True)
class Step:
    """A stretch of the script that is right: its cells are read, run, and looked at.

    Attributes:
        name: kebab-case; what it is about.
        title, text: words. `text` is read before the cells are shown.
        cells: which it runs, in the order of the script; none where it only looks at what is there.
        probes: in the order in which they are run after the cells.
    """

    name: str
    title: str
    text: tuple[str, ...]
    cells: tuple[str, ...] = ()
    probes: tuple[Probe, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: in which cell, how that shows, how to look for it, what to ask, and why it happens.

    Attributes:
        name: kebab-case; what is wrong.
        cell: the function that the repair replaces.
        title, situation, why, repaired: words. `situation` is read before anything runs, `repaired` after the repair.
        today, published: the symptom on the installed libraries, and on those of the published page. None where the
            page shows nothing, or where it cannot be brought about without a GPU (`situation` then says so).
        hints: three, each more of a help than the one before.
        probes: in the order in which a person would look; run before the repair.
        brings_back: an earlier fault that the published repair of this one makes again; `relapse` is how that shows, and
            its note tells the story.
    """

    name: str
    cell: str
    title: str
    situation: str
    today: Sighting
    hints: tuple[str, str, str]
    why: str
    repaired: str
    published: Sighting | None = None
    probes: tuple[Probe, ...] = ()
    brings_back: str = ""
    relapse: Sighting | None = None


Section = Step | Fault


@dataclass(frozen=True)
class Change:
    """What an edition of the page has otherwise than the original: a line of the program, or words on what to write.

    Attributes:
        cell: a function, in one of the track's files of edited cells and in the one that repairs it. It is run by itself
            on what lives, and returns findings.
        title, text, note, repaired: words. `text` is read before it runs, `note` afterwards, `repaired` after the repair.
        symptom: how it shows on the installed libraries; None where it makes no difference.
        probes: run before the repair.
    """

    cell: str
    title: str
    text: str
    symptom: Symptom | None
    note: str
    repaired: str
    probes: tuple[Probe, ...] = ()


@dataclass(frozen=True)
class Edition:
    """An edition of the page in another language.

    Attributes:
        language: as in the catalogues.
        changes: in the order of the page.
        faults: of the track's own, that it repairs no more than the original does.
        text: words on what else differs, if anything does.
    """

    language: str
    changes: tuple[Change, ...]
    faults: tuple[str, ...] = ()
    text: str = ""


def seconds_of(time: str) -> int:
    """The seconds of a time written as minutes and seconds: 243 of `4:03`."""
    minutes, seconds = time.split(":")
    return 60 * int(minutes) + int(seconds)


@dataclass(frozen=True)
class Moment:
    """From when on a video speaks of something, as minutes and seconds, until the next moment.

    `title` and `sentence` are words; `section` names that of the lesson which is about the same, if there is one.
    """

    at: str
    title: str
    sentence: str
    section: str = ""


@dataclass(frozen=True)
class Video:
    """A video of the published page: its length, as minutes and seconds, and its moments from the beginning on."""

    length: str
    moments: tuple[Moment, ...]

    def spans(self, section: str) -> list[tuple[str, str]]:
        """From when to when it speaks of a section; what follows without a gap is one span."""
        ends = [*(moment.at for moment in self.moments[1:]), self.length]
        found: list[tuple[str, str]] = []
        for moment, end in zip(self.moments, ends, strict=True):
            if moment.section == section:
                start = found.pop()[0] if found and found[-1][1] == moment.at else moment.at
                found.append((start, end))
        return found


@dataclass(frozen=True)
class Track:
    """One framework's way through a chapter.

    Where the first section is a fault, the script is shown whole and then repaired; else it is put together from its
    first cell on.

    Attributes:
        live_from: the first cell that must run anew in each stage, because what it and its successors make is changed
            by training or by chance; what the cells before it made is kept until their text changes. Empty where each
            cell runs once, and again only when its text, or that of one before it, has changed.
        steps: of training; 0 where the script itself says how many.
        stem: how the names of its files begin; empty for that of the framework.
        opening: words on how this script differs from the one before it.
        summary: what was learned that holds for this framework only; read before the chapter's own.
        sequel: the script that the lesson goes on with.
        video: that of the published page.
        further: sections on what is not wrong with this script. They are read when asked for, each by itself, beside the
            repaired script before it trains. They have no cells.
        editions: of the published page, in other languages.
    """

    framework: Framework
    directory: Path
    live_from: str
    steps: int
    sections: tuple[Section, ...]
    stem: str = ""
    opening: str = ""
    summary: tuple[str, ...] = ()
    sequel: Track | None = None
    video: Video | None = None
    further: tuple[Step, ...] = ()
    editions: tuple[Edition, ...] = ()

    @property
    def parts(self) -> tuple[Track, ...]:
        """This track, and those that follow upon it."""
        return (self, *(self.sequel.parts if self.sequel else ()))

    @property
    def lesson(self) -> tuple[Section, ...]:
        """The sections of this track and of those that follow upon it."""
        return tuple(section for part in self.parts for section in part.sections)

    @property
    def readable(self) -> tuple[Section, ...]:
        """All sections, those of the lesson and the further ones."""
        return (*self.lesson, *self.further)

    @property
    def _stem(self) -> str:
        return self.stem or self.framework

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(section for section in self.sections if isinstance(section, Fault))

    @property
    def script(self) -> Path:
        return self.directory / f"{self._stem}.py"

    @property
    def broken(self) -> Path:
        return self.directory / f"{self._stem}_broken.py"

    @property
    def probes(self) -> Path:
        return self.directory / f"{self._stem}_probes.py"

    @property
    def experiments(self) -> Path:
        return self.directory / f"{self._stem}_experiments.py"

    @property
    def shared(self) -> Path:
        return self.directory / "probes.py"

    @property
    def looks(self) -> tuple[Path, ...]:
        """Where its probes are: in a file of its own, among its experiments, in the file that all tracks share, or beside what editions changed."""
        return (self.probes, self.experiments, self.shared, *self.edited)

    @property
    def edited(self) -> tuple[Path, Path]:
        """The cells that editions changed: this framework's, and those of all."""
        return self.directory / f"{self._stem}_edited.py", self.directory / "edited.py"

    @property
    def staging(self) -> Path:
        return self.directory / f"{self._stem}_staging.py"

    def fault(self, name: str) -> Fault:
        """The fault of that name; KeyError if there is none."""
        for fault in self.faults:
            if fault.name == name:
                return fault
        raise KeyError(name)

    def before(self, section: Section) -> int:
        """How many faults are repaired before a section."""
        return sum(isinstance(each, Fault) for each in self.sections[: self.sections.index(section)])


@dataclass(frozen=True)
class Task:
    """What a chapter's scripts are trained on.

    Attributes:
        name: the task's name in GLUE, which is a configuration of the data set and of the metric.
        columns: what of each row is needed; `label` is one of them.
        splits: those that the lesson reads.
        labels: how many there are.
        checkpoint: the directory of the embedded one.
        published: the name of the page's own checkpoint on the hub.
    """

    name: str
    columns: tuple[str, ...]
    splits: tuple[str, ...]
    labels: int
    checkpoint: str
    published: str


@dataclass(frozen=True)
class Option:
    """One answer to a question, and why it is right or not. `text` and `reason` are words."""

    text: str
    reason: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question with one right option or more; `name` is kebab-case, `text` words."""

    name: str
    text: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Chapter:
    """A lesson: its words, one track per framework, and questions at its end. `goals` is what a reader will be able to do."""

    name: str
    title: str
    introduction: tuple[str, ...]
    goals: tuple[str, ...]
    summary: tuple[str, ...]
    task: Task
    tracks: Mapping[Framework, Track]
    quiz: tuple[Question, ...] = ()
