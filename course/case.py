"""The parts of a case: a script that somebody wrote, with one mistake in it, for a learner to find and repair.

A case is a working script and a wrong cell that is laid over it. Frozen declarations; words are English sentences,
marked for translation where they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from course.exercise import Draw, Handed, Setting
from course.lesson import Raises

Libraries = Literal["everywhere", "pinned", "newest"]
"""The sets of libraries on which a mistake shows: both that are tested, constraints.txt alone, or constraints-newest.txt alone."""
Splits = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of each split of a data set, by its name."""


Score = Callable[[Handed, Sequence[Any]], float]
"""The score of the predictions that were handed over, beside the right ones. May raise Unfit."""


@dataclass(frozen=True)
class Case:
    """A mistake in a script, and what is said of it.

    Attributes:
        name: kebab-case; it tells the symptom and not the cause.
        mistake: kebab-case; it says what is wrong. With underscores, the file of the wrong cell, in the program's `broken`.
        symptom: words; one line, what is to be seen.
        note: words; what the script's author tells of it.
        hints: three, each more of a help than the one before; they ask for what would tell.
        title, why, lookalikes: words, read after the repair: the mistake's name, its cause, and what else can look like it.
        raises: the error that ends the script; None where it raises nothing.
        fails: the check that fails where nothing is raised; see course/cases/judging.py.
        free: the facts of a run that may have other values than in the working script, each with the least and the greatest: what a
            repair may set, or the value in the wrong script, so that a message does not give the mistake away.
        libraries: those on which the mistake shows. `reason`, words, says why it does not show on the others.
    """

    name: str
    mistake: str
    symptom: str
    note: str
    hints: tuple[str, str, str]
    title: str
    why: str
    lookalikes: str
    raises: Raises | None = None
    fails: Literal["runs", "learns", "reports"] = "runs"
    free: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    libraries: Libraries = "everywhere"
    reason: str = ""

    @property
    def file(self) -> str:
        """The name of the file with the wrong cell."""
        return f"{self.mistake.replace('-', '_')}.py"


@dataclass(frozen=True)
class Program:
    """A working script, its data, and the cases that are made of it.

    Attributes:
        folder: holds `script.py`, and the wrong cells in `broken`. Its name is that of the harness, too.
        kind: words; the task and the way of training, for the list of cases.
        task: words; paragraphs on what the script should do, and with which data.
        checkpoint: the directory below `course/assets/cases` that the script begins with.
        draw_splits: draws the rows of each split; what is drawn decides what is right.
        draw: draws what the harness is given, and what the judge keeps.
        facts: what a run of the working script is known by, such as the number of its steps.
        score: the score, a share of 1, of predictions that were handed over, by what the judge kept.
        target: the least score of a repaired script on examples that it has not seen.
        report: the score that the script itself reports of its predictions on the validation set; None where it is `score`.
    """

    folder: Path
    framework: Setting
    kind: str
    task: tuple[str, ...]
    checkpoint: str
    draw_splits: Callable[[Random], Splits]
    draw: Callable[[Random], Draw]
    facts: Mapping[str, float]
    score: Score
    target: float
    cases: tuple[Case, ...]
    report: Score | None = None

    @property
    def name(self) -> str:
        return self.folder.name
