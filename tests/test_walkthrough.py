"""The lesson with a learner at the prompt, and the effect of each answer."""

import io
import logging
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from course.ch8 import CHAPTER
from course.contents import load_chapter
from course.i18n import translate
from course.lesson import Shows, Step
from course.observe import captured, telling_line
from course.sources import choose_source
from course.terminal.screen import Terminal
from course.terminal.walkthrough import Lesson, Quit, changed_words

LANGUAGE = "it"
TRACK = CHAPTER.tracks["pt"]
FAULT = TRACK.fault("eval-strategy")
WARM = "Warm: you have named something that the repair changes. Look closer, and see whether you are right."


class Person(Terminal):
    """A terminal at which a learner gives these answers, one after another."""

    def __init__(self, answers: list[str]) -> None:
        self.file = io.StringIO()
        super().__init__(Console(file=self.file, width=100), LANGUAGE)
        self.answers = answers
        self.asked = 0

    def ask(self, message: str) -> str:
        self.asked += 1
        return self.answers.pop(0)

    def saw(self, message: str) -> bool:
        """Whether the beginning of a message was written."""
        words = " ".join(translate(message, LANGUAGE).split()[:6])
        return words in " ".join(self.file.getvalue().split())


def lesson(workspace: Path, *answers: str) -> tuple[Lesson, Person]:
    person = Person(list(answers))
    return Lesson(CHAPTER, TRACK, choose_source(CHAPTER.task, "embedded"), 0, workspace, person, ask=True), person


@pytest.mark.pt
def test_hints_come_one_by_one_and_then_there_are_none(tmp_path: Path) -> None:
    given, person = lesson(tmp_path, "h", "h", "H", "h", "s", "")
    given.repair(FAULT)
    assert all(person.saw(hint) for hint in FAULT.hints)
    assert person.saw("There are no more hints: look closer, or see the repair.")
    assert person.answers == []


@pytest.mark.pt
def test_the_repair_can_be_had_without_looking_closer(tmp_path: Path) -> None:
    given, person = lesson(tmp_path, "s", "")
    given.repair(FAULT)
    assert person.saw(FAULT.why)
    assert not person.saw(FAULT.probes[0].caption)


@pytest.mark.pt
def test_looking_closer_runs_the_probes_and_pauses_after_each(tmp_path: Path) -> None:
    given, person = lesson(tmp_path, "", *[""] * len(FAULT.probes), "")
    given.repair(FAULT)
    assert all(person.saw(probe.caption) for probe in FAULT.probes)
    assert "eval_strategy" in person.file.getvalue()
    assert person.answers == []


@pytest.mark.pt
def test_a_guess_is_warm_where_it_names_what_the_repair_changes(tmp_path: Path) -> None:
    given, person = lesson(tmp_path, "it should be eval_strategy", "s", "")
    given.repair(FAULT)
    assert person.saw(WARM)
    given, person = lesson(tmp_path, "the batch size?", "s", "")
    given.repair(FAULT)
    assert person.saw("Keep that thought, and hold it against what comes next.")


@pytest.mark.pt
def test_the_whole_traceback_is_there_on_request(tmp_path: Path) -> None:
    given, person = lesson(tmp_path, "t", "s", "")
    given.repair(FAULT)
    assert "Traceback (most recent call last)" in person.file.getvalue()


@pytest.mark.pt
@pytest.mark.parametrize("answers", [["q"], ["", "q"], ["s", "q"]])
def test_one_can_leave_at_every_prompt_and_keeps_the_report(tmp_path: Path, answers: list[str]) -> None:
    given, _ = lesson(tmp_path, *answers)
    with pytest.raises(Quit):
        given.repair(FAULT)
    [report] = given.json()["faults"]
    assert list(report) == ["name", "cell", "published", "today", "seconds"]
    assert report["name"] == FAULT.name
    assert report["today"]["held"]


def test_the_words_that_a_diff_changes_are_those_on_one_side_of_it() -> None:
    lines = [" def f(x):", "-    return load(x, old_name)", "+    return load(x, new_name, count=3)"]
    assert changed_words(lines) == {"old_name", "new_name", "count"}


def test_the_line_with_the_pattern_tells_most() -> None:
    message = "Graph execution error:\n\nfirst\nReceived a label of 2\n\t [[{{node loss}}]]\n"
    assert telling_line(message, "label of 2") == "Received a label of 2"
    assert telling_line(message) == "Received a label of 2"
    long = telling_line("x" * 500 + " the reason " + "y" * 500, "the reason")
    assert "the reason" in long
    assert len(long) < 160


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    logger = logging.getLogger("a library")
    yield logger
    logger.handlers.clear()


def test_what_libraries_write_stays_off_the_screen_also_while_news_are_drawn(
    capfd: pytest.CaptureFixture[str], logger: logging.Logger
) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    file = Screen()
    terminal = Terminal(Console(file=file, force_terminal=True, width=80), "en")
    with terminal.progress() as work, captured():
        work.doing("train")
        logger.addHandler(logging.StreamHandler())
        logger.warning("from a logger")
        print("to standard error", file=sys.stderr)
        print("to standard output")
    logger.warning("later")
    assert "train" in file.getvalue()
    everything = file.getvalue() + "".join(capfd.readouterr())
    assert "from a logger" not in everything
    assert "to standard" not in everything


@pytest.mark.pt
def test_a_step_shows_its_cells_and_sees_to_it_that_every_claim_holds(tmp_path: Path) -> None:
    chapter = load_chapter("ch3")
    pairs, columns, *_ = chapter.tracks["pt"].sections
    assert isinstance(pairs, Step)
    assert isinstance(columns, Step)
    false = replace(columns.probes[-1], symptom=Shows(lambda seen: False))
    columns = replace(columns, probes=(*columns.probes, false))
    track = replace(chapter.tracks["pt"], sections=(pairs, columns), sequel=None)
    person = Person([])
    given = Lesson(chapter, track, choose_source(chapter.task, "embedded"), 0, tmp_path, person)
    for step in (pairs, columns):
        given.take(step)
    assert [step["held"] for step in given.steps] == [True, False]
    assert given.failed
    assert all(name in person.file.getvalue() for name in (*pairs.cells, *columns.cells))
    assert all(person.saw(probe.note) for probe in (*pairs.probes, *columns.probes))


@pytest.mark.pt
def test_a_guess_is_warm_where_it_names_what_the_last_hint_names(tmp_path: Path) -> None:
    chapter = load_chapter("ch3")
    track = chapter.tracks["pt"]
    person = Person(["torch.optim has one", "s", ""])
    given = Lesson(chapter, track, choose_source(chapter.task, "embedded"), 0, tmp_path, person, ask=True)
    given.repair(track.fault("adamw-import"))
    assert person.saw(WARM)
