"""The session of a notebook: the arguments of its script, its training runs, and the checks of its exercises."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

from IPython.display import HTML, display

from course.contents import all_exercises, find_exercise, load_chapter
from course.curves import TRAINING_LOSS, Curve, column_curve
from course.exercise import Exercise, Setting
from course.frameworks import FRAMEWORKS
from course.grading.intake.notebook import answers_in_notebook
from course.grading.intake.recognize import Answer
from course.grading.running.single import SingleProcess
from course.i18n import N_, translate
from course.lesson import DrawnColumn, Framework, Track
from course.notebook.running.page import Page
from course.notebook.writing.cases import cell_text
from course.observe import scores_sentence
from course.script import functions
from course.sources import Source
from course.stages import stage
from course.story import AFTER_REPAIR, curve_name
from course.terminal.checking import check_answer, not_started
from course.terminal.progress import Progress, default_path
from course.terminal.verdicts import show

REPAIRED = "repaired"
LONG = 20
"""A training run of fewer steps is shown as numbers, and not drawn."""
PAUSE = 1.0
"""The seconds between two drawings of a growing curve."""


class Session:
    """One run of a notebook, which its cells call `lesson`."""

    def __init__(self, chapter: str, framework: Framework, source: Source, language: str, shell: Any) -> None:
        self.framework = framework
        self.language = language
        self._shell = shell
        self.checkpoint = source.checkpoint
        self.dataset = source.dataset
        self.metric = source.metric
        self._chapter = load_chapter(chapter)
        self._name = ""
        self._curves: dict[str, Curve] = {}
        self._run: Run | None = None

    def callback(self) -> Any:
        """A callback for `model.fit` or for `Trainer` that draws the loss while it trains."""
        framework = FRAMEWORKS[self.framework]
        framework.mute()
        self._run = run = Run(self)
        return framework.make_callback(run.heard, run.begin, run.end)

    def attempt(self, name: str) -> None:
        """Say what the next training run is: that of a fault, by its name, or of the repaired script."""
        self._name = name
        if name == REPAIRED:
            os.environ.pop("ACCELERATE_TORCH_DEVICE", None)

    def scores(self, scores: dict[str, float]) -> None:
        """Show what the script measured last."""
        if self._run is not None:
            self._run.end()
        page = Page(self.language)
        page.print(page.prose(scores_sentence(self._chapter.task.metric, scores, self.language)))
        display(HTML(page.html()))

    def program(self, script: str, repaired: int) -> str:
        """The text of a script of this chapter with so many of its faults repaired, as a file to be started."""
        track = self._chapter.tracks[self.framework]
        (part,) = [part for part in track.parts if part.name == script]
        return stage(part, repaired).text()

    def draw(self, found: Any, *columns: str) -> None:
        """Draw columns of a table as curves over its rows: epochs, or steps. The lesson's probes declare their titles."""
        page = Page(self.language)
        sections = self._chapter.tracks[self.framework].readable
        declared = {each.name: each for section in sections for probe in section.probes for each in probe.drawn}
        rows = found.to_dict("records")
        curves = [column_curve(rows, declared.get(name, DrawnColumn(name)), self.language) for name in columns]
        page.curves(curves, epochs="epoch" in found)
        display(HTML(page.html()))

    def files(self, name: str) -> dict[str, str]:
        """The arguments for the `main()` of a case: its checkpoint, its data, and a directory for what it writes."""
        exercise = find_exercise(name)
        here = Path(exercise.file_name(self._setting(exercise))).with_suffix("")
        if exercise.bring is not None:
            exercise.bring(here)
        return {
            "checkpoint": str(here / "checkpoint"),
            "dataset": str(here / "data"),
            "output": str(here / "output"),
        }

    def check(self, name: str) -> None:
        """Check the answer to an exercise, as it was last run."""
        exercise = find_exercise(name)
        page = Page(self.language)
        setting = self._setting(exercise)
        answer = self._answers().get(name)
        if answer is None:
            page.paragraph(N_("Run the cell with your answer first, then this one."))
        elif unchanged(answer):
            path = Path(exercise.file_name(setting))
            show(page, not_started(exercise, setting, path), path)
        else:
            with SingleProcess(setting, exercise) as child:
                path = Path(exercise.file_name(setting))
                check_answer(page, Progress(default_path()), path, answer.source, exercise, child)
        display(HTML(page.html()))

    def hand_in(self) -> None:
        """Write the answers that were run into one file to hand in."""
        page = Page(self.language)
        begun = [answer for answer in self._answers().values() if not unchanged(answer)]
        if not begun:
            page.paragraph(N_("There is no answer to hand in yet. Write one and run its cell first."))
        else:
            path = f"{self._chapter.name}_{self.framework}.zip"
            with ZipFile(path, "w") as archive:
                for answer in begun:
                    # the time of day would make two files of the same answers differ
                    entry = ZipInfo(answer.exercise.file_name(answer.setting), (1980, 1, 1, 0, 0, 0))
                    archive.writestr(entry, answer.source.rstrip() + "\n")
            page.paragraph(N_("Your answers were written to `{path}`. Hand in this file. It contains:"), path=path)
            for answer in begun:
                page.line(answer.exercise.file_name(answer.setting))
            if "google.colab" in sys.modules:
                from google.colab import files

                files.download(path)
        display(HTML(page.html()))

    def _setting(self, exercise: Exercise) -> Setting:
        return "plain" if exercise.settings == ("plain",) else self.framework

    def _answers(self) -> dict[str, Answer]:
        """The answers to exercises among the cells that were run, found by the rules for saved notebooks."""
        cells = [
            {"cell_type": "code", "source": text, "metadata": {"course": self._mark(text)}}
            for text in self._shell.history_manager.input_hist_raw
        ]
        found = answers_in_notebook(json.dumps({"nbformat": 4, "cells": cells}))
        return {
            answer.exercise.name: answer
            for answer in found
            if answer.exercise.chapter == self._chapter.name and answer.setting == self._setting(answer.exercise)
        }

    def _mark(self, text: str) -> dict[str, str]:
        """The metadata of a cell that was run, inferred from its text, since metadata do not reach a kernel."""
        first = text.lstrip().partition("\n")[0]
        for exercise in all_exercises():
            setting = self._setting(exercise)
            if setting in exercise.settings and first == f"# {exercise.file_name(setting)}":
                return {"exercise": exercise.name, "setting": setting}
        track = self._chapter.tracks.get(self.framework)
        return {"cell": "lesson"} if track is not None and any(source in text for source in _texts(track)) else {}

    def curves(self, losses: list[float]) -> list[Curve]:
        """The curves of the attempts so far, and of the current one."""
        track = self._chapter.tracks.get(self.framework)
        faults = {fault.name: fault for fault in track.faults} if track else {}
        if self._name in faults:
            name = curve_name(faults[self._name], self.language)
        else:
            name = translate(AFTER_REPAIR if self._name == REPAIRED else TRAINING_LOSS, self.language)
        own = Curve(name, list(losses))
        self._curves.pop(self._name, None)
        earlier = list(self._curves.values())
        self._curves[self._name] = own
        return [*earlier, own]


class Run:
    """One training run: its losses, and the output that shows them while they come."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.losses: list[float] = []
        self.update: Callable[[HTML], None] | None = None
        self.drawn = 0.0

    def begin(self) -> None:
        """Forget the run before."""
        self.losses = []
        self.update = None
        self.drawn = time.monotonic()

    def heard(self, loss: float) -> None:
        """Take the loss of one more step."""
        self.losses.append(loss)
        if time.monotonic() - self.drawn > PAUSE:
            self.end()

    def end(self) -> None:
        """Draw the losses so far."""
        page = Page(self.session.language)
        page.losses(self.losses)
        if len(self.losses) >= LONG:
            page.curves(self.session.curves(self.losses))
        self.drawn = time.monotonic()
        picture = HTML(page.html())
        if self.update is not None:
            self.update(picture)
        elif self.losses:
            handle = display(picture, display_id=True)
            self.update = handle.update if handle is not None else None


def unchanged(answer: Answer) -> bool:
    """Whether an answer is still the starter."""
    text = cell_text(answer.exercise, answer.setting)
    return text in answer.source and answer.source.count("raise NotImplementedError") == text.count(
        "raise NotImplementedError"
    )


def _texts(track: Track) -> list[str]:
    paths = [path for part in track.parts for path in (part.script, part.broken, part.staging, *part.probes)]
    return [each.source for path in paths for each in functions(path).values() if each.name != "main"]
