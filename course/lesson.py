"""The parts of a lesson: frozen declarations that import nothing of this project.

A chapter declares tracks, one per framework. A track has scripts; each has a folder, and sections in the order of reading:
steps, which are right, and faults, which are repaired. Words are English sentences, marked for translation where they
are written; code is named, never quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Framework = Literal["tf", "pt", "plain"]
"""TensorFlow, PyTorch, or neither."""
Findings = Sequence[Mapping[str, Any]]
"""The rows of a table, as a probe returns them: each a mapping from a column's name to a plain value.

A column `step` counts training steps, and a column `epoch` epochs: curves are drawn over them.
"""


@dataclass(frozen=True)
class Frame:
    """A line of the chapter's files that an exception came through.

    Attributes:
        file: the file as the reader knows it; `function` the function that the line is in.
        line: its number in the file; `code` its text.
    """

    file: str
    function: str
    line: int
    code: str


@dataclass(frozen=True)
class Raised:
    """An exception that was raised: its type's name, its message, and the live exception.

    Attributes:
        frames: the chapter's own lines that it came through, the outermost first.
        traceback: the whole traceback, as Python prints it.
        exception: None where it was recorded, and not raised here.
    """

    error: str
    message: str
    exception: BaseException | None = field(default=None, repr=False, compare=False)
    frames: tuple[Frame, ...] = field(default=(), repr=False, compare=False)
    traceback: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True)
class Observed:
    """The observations from one run of a script.

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

    def column(self, name: str) -> list[Any]:
        """The values of one column of the findings, row by row."""
        return [row[name] for row in self.findings]


@dataclass(frozen=True)
class Raises:
    """The symptom is an exception: the name of its type, or of several with `|` between them, and a regular expression found in its message."""

    error: str
    pattern: str


@dataclass(frozen=True)
class Warns:
    """The symptom is a warning: the name of its category, and a regular expression found in its message."""

    category: str
    pattern: str


@dataclass(frozen=True)
class Shows:
    """The symptom is in live values: a predicate on an `Observed`."""

    holds: Callable[[Observed], bool]


Symptom = Raises | Warns | Shows


@dataclass(frozen=True)
class Scene:
    """The circumstances in which a script is run: up to which cell, and with which changes.

    Attributes:
        until: the last cell to run; empty means all of them.
        probe: a probe to run after that; its findings, or its exception, are what is observed.
        staging: a cell of the script's staging file, run as soon as what it takes exists: it makes today's libraries
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

    `earlier` is what it was on earlier versions of the libraries, where that was something else.
    `of_learning` marks a symptom that depends on how well a model learns from its data. With data other than the
    embedded ones such a symptom is reported, and decides nothing.
    """

    symptom: Symptom | None
    scene: Scene = Scene()
    note: str = ""
    of_learning: bool = False
    earlier: Sighting | None = None


@dataclass(frozen=True)
class DrawnColumn:
    """A column of a probe's findings that is drawn as a curve over its rows.

    Attributes:
        name: its name in the table, which is the same in every language.
        title: words; the name of the curve. Empty where the column's own name will do.
    """

    name: str
    title: str = ""


@dataclass(frozen=True)
class Probe:
    """A small cell that inspects live objects, or tries something on them.

    Attributes:
        name: its function, in one of the script's files of probes.
        caption: words, read before it runs.
        symptom: the symptom that it must show; None: no error.
        note: words, read afterwards.
        drawn: the columns of its findings that are drawn.
        of_learning: as with a sighting.
    """

    name: str
    caption: str
    symptom: Symptom | None = None
    note: str = ""
    drawn: tuple[DrawnColumn, ...] = ()
    of_learning: bool = False


@dataclass(frozen=True)
class Step:
    """A part of the script that is right: its cells are read, run, and inspected.

    Attributes:
        name: kebab-case; its topic.
        title, text: words. `text` is read before the cells are shown.
        cells: those that it runs, in the order of the script; none where it only inspects live objects.
        probes: in the order in which they are run after the cells.
    """

    name: str
    title: str
    text: tuple[str, ...]
    cells: tuple[str, ...] = ()
    probes: tuple[Probe, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One fault of the script: its cell, its symptoms, the probes that find it, hints, and its cause.

    Attributes:
        name: kebab-case; it says what is wrong.
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
    """A difference between an edition of the page and the original: a line of the program, or words on what to write.

    Attributes:
        cell: a function, in one of the script's files of edited cells and in the one that repairs it. It is run by itself
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
        faults: of the script's own, that it repairs no more than the original does.
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
    """A stretch of a video on one topic, from `at` (minutes and seconds) until the next moment.

    `title` and `sentence` are words; `section` names that of the lesson which is about the same, if there is one.
    """

    at: str
    title: str
    sentence: str
    section: str = ""


@dataclass(frozen=True)
class Video:
    """A video of the course: its address, its length as minutes and seconds, and its moments from the beginning on.

    Without moments it is only linked.
    """

    address: str
    length: str = ""
    moments: tuple[Moment, ...] = ()

    def spans(self, section: str) -> list[tuple[str, str]]:
        """The spans (start, end) in which the video speaks of a section; moments without a gap are one span."""
        ends = [*(moment.at for moment in self.moments[1:]), self.length]
        found: list[tuple[str, str]] = []
        for moment, end in zip(self.moments, ends, strict=True):
            if moment.section == section:
                start = found.pop()[0] if found and found[-1][1] == moment.at else moment.at
                found.append((start, end))
        return found


@dataclass(frozen=True)
class ScriptPart:
    """One script of a lesson, and the sections that are about it.

    The folder holds the script and everything that belongs to it: `script.py`, the wrong cells in `broken.py`, cells that
    make libraries behave as those of the published page in `staging.py`, probes in `probes.py` and `experiments.py`, cells
    as editions have them in `edited.py` and `edited_repaired.py`. Probes and edited cells that several scripts share lie in
    files of the same names in the chapter's folder.

    Attributes:
        sections: in the order of reading. Where the first is a fault, the script is shown whole and then repaired; else
            it is put together from its first cell on.
        live_from: the first cell that must run anew in each stage, because what it and its successors make is changed
            by training or by chance; what the cells before it made is kept until their text changes. Empty where each
            cell runs once, and again only when its text, or that of one before it, has changed.
        steps: of training; 0 where the script itself says how many.
        title, opening: words that introduce this script, where another one comes before it: a heading, and paragraphs on how
            it differs from that one.
    """

    framework: Framework
    folder: Path
    sections: tuple[Section, ...]
    live_from: str = ""
    steps: int = 0
    title: str = ""
    opening: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(section for section in self.sections if isinstance(section, Fault))

    @property
    def script(self) -> Path:
        return self.folder / "script.py"

    @property
    def broken(self) -> Path:
        return self.folder / "broken.py"

    @property
    def staging(self) -> Path:
        return self.folder / "staging.py"

    @property
    def probes(self) -> tuple[Path, ...]:
        """The files in which its probes may stand: its own, the chapter's, and those of edited cells."""
        chapter = self.folder.parent
        return (self.folder / "probes.py", self.folder / "experiments.py", chapter / "probes.py", *self.edited)

    @property
    def edited(self) -> tuple[Path, Path]:
        """The files of cells that editions changed: this script's own, and the chapter's."""
        return self.folder / "edited.py", self.folder.parent / "edited.py"

    def fault(self, name: str) -> Fault:
        """The fault of that name; KeyError if there is none."""
        for fault in self.faults:
            if fault.name == name:
                return fault
        raise KeyError(name)

    def before(self, section: Section) -> int:
        """The number of faults that are repaired before a section."""
        return sum(isinstance(each, Fault) for each in self.sections[: self.sections.index(section)])


@dataclass(frozen=True)
class Track:
    """One framework's way through a chapter: its scripts, one after the other.

    Attributes:
        page: the address of the course page that the lesson follows.
        video: that of the course page.
        summary: what was learned that holds for this framework only; read before the chapter's own.
        further: sections on problems that the first script does not have. They are read when asked for, each by itself,
            beside that script, repaired and not yet trained. They have no cells.
        editions: of the published page, in other languages; what they changed is run with the first script.
    """

    parts: tuple[ScriptPart, ...]
    page: str = ""
    video: Video | None = None
    summary: tuple[str, ...] = ()
    further: tuple[Step, ...] = ()
    editions: tuple[Edition, ...] = ()

    @property
    def framework(self) -> Framework:
        return self.parts[0].framework

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the lesson, in the order of reading."""
        return tuple(section for part in self.parts for section in part.sections)

    @property
    def readable(self) -> tuple[Section, ...]:
        """All sections: those of the lesson, and the further ones."""
        return (*self.sections, *self.further)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for part in self.parts for fault in part.faults)


@dataclass(frozen=True)
class Dataset:
    """The data that a chapter's scripts train on.

    Attributes:
        directory: that of the embedded data, below `course/assets`.
        published: its id on the hub.
        configuration: the one of its configurations that is loaded.
        columns, splits: those that the lesson needs.
        labels: how many classes the column `label`, a `ClassLabel`, has; 0 where there is no such column.
    """

    directory: str
    published: str
    configuration: str
    columns: tuple[str, ...]
    splits: tuple[str, ...]
    labels: int = 0


@dataclass(frozen=True)
class Metric:
    """The metric that a chapter's scripts compute.

    Attributes:
        scores: their names, as the script gives them.
        sentence: words that tell them, with the names of the scores for placeholders.
        shares: whether the scores are shares of 1, told as percentages.
        directory, published, configuration: as for the data; the directory holds a script that `evaluate.load` reads.
            Empty where the script measures without a library.
    """

    scores: tuple[str, ...]
    sentence: str
    shares: bool = True
    directory: str = ""
    published: str = ""
    configuration: str = ""


@dataclass(frozen=True)
class Checkpoint:
    """The weights and the tokenizer that a chapter's scripts begin with: a directory below `course/assets`, and an id on the hub."""

    directory: str
    published: str


@dataclass(frozen=True)
class Task:
    """The inputs of a chapter's scripts: data, a metric and a checkpoint. None: the scripts need none."""

    dataset: Dataset | None
    metric: Metric
    checkpoint: Checkpoint | None


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
    """A chapter: its words, one track per framework, and questions at its end.

    Attributes:
        name: short, as commands and files have it.
        package: the Python package that declares it; run as a program, that is the lesson.
        goals: what a reader will be able to do.
    """

    name: str
    package: str
    title: str
    introduction: tuple[str, ...]
    goals: tuple[str, ...]
    summary: tuple[str, ...]
    task: Task
    tracks: Mapping[Framework, Track]
    quiz: tuple[Question, ...] = ()
