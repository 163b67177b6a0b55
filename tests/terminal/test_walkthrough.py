"""The lesson with a learner at the prompt: the effect of each answer, and the report of it."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from support.screen import Person
from toy import CHAPTER

from course.lesson import Fault, Shows, Step, Track
from course.observe import Live
from course.sources import Source, choose_source
from course.terminal.guess import changed_words
from course.terminal.walkthrough import Lesson, Quit

TRACK = CHAPTER.tracks["plain"]
SUMMED, SIGN = TRACK.faults
SOURCE = choose_source(CHAPTER.task, "embedded")
BEGINNING = ("", "")
"""The answers that lead past the introduction and the script."""
WARM = "You are close: your guess names something that the repair changes. Look closer to see whether you are right."


def lesson(workspace: Path, *answers: str, track: Track = TRACK, source: Source = SOURCE) -> tuple[Lesson, Person]:
    person = Person(answers, "it")
    return Lesson(CHAPTER, track, source, 0, Live(source, 0, workspace), person, ask=True), person


def told(workspace: Path, fault: Fault, *answers: str) -> tuple[Lesson, Person]:
    """The lesson from a fault on, until there are no more answers."""
    given, person = lesson(workspace, *BEGINNING, *answers)
    with suppress(Quit):
        given.run(fault.name)
    return given, person


def straight(workspace: Path, track: Track, source: Source = SOURCE) -> tuple[Lesson, Person]:
    """The lesson without a question."""
    person = Person([])
    given = Lesson(CHAPTER, track, source, 0, Live(source, 0, workspace), person)
    given.run()
    return given, person


def test_hints_come_one_by_one_and_then_there_are_none(tmp_path: Path) -> None:
    _, person = told(tmp_path, SUMMED, "h", "h", "H", "h", "s")
    assert all(person.saw(hint) for hint in SUMMED.hints)
    assert person.saw("There are no more hints. Look closer, or show the repair.")
    assert person.answers == []


def test_the_repair_can_be_had_without_looking_closer(tmp_path: Path) -> None:
    _, person = told(tmp_path, SUMMED, "s")
    assert person.saw(SUMMED.why)
    assert not person.saw(SUMMED.probes[0].caption)


def test_looking_closer_runs_the_probes_and_pauses_after_each(tmp_path: Path) -> None:
    _, person = told(tmp_path, SIGN, "", *[""] * len(SIGN.probes), "q", "never asked")
    assert all(person.saw(probe.caption) for probe in SIGN.probes)
    assert "-0.4112" in person.text
    assert person.answers == ["never asked"]


@pytest.mark.parametrize(
    ("guess", "words"),
    [
        ("is it `Points`? no: pairs", WARM),
        ("center", "That is the cell with the fault. What would you change in it?"),
        ("the batch size?", "Remember your guess, and compare it with what you see next."),
    ],
)
def test_a_guess_is_warm_where_it_names_what_the_repair_or_the_last_hint_does(
    tmp_path: Path, guess: str, words: str
) -> None:
    _, person = told(tmp_path, SUMMED, guess)
    assert person.saw(words)


def test_the_whole_traceback_is_there_on_request_where_something_was_raised(tmp_path: Path) -> None:
    _, person = told(tmp_path, SUMMED, "t")
    assert person.text.count("Traceback (most recent call last)") == 2
    _, person = told(tmp_path, SIGN, "t")
    assert "Traceback" not in person.text
    assert person.saw("No exception was raised here, so there is no traceback.")


@pytest.mark.parametrize("answers", [["q"], ["", "q"], ["s", "q"]])
def test_one_can_leave_at_every_prompt_and_keeps_the_report(tmp_path: Path, answers: list[str]) -> None:
    given, person = lesson(tmp_path, *BEGINNING, *answers, "never asked")
    with pytest.raises(Quit):
        given.run(SUMMED.name)
    assert person.answers == ["never asked"]
    [report] = given.json()["faults"]
    assert list(report) == ["name", "cell", "published", "today", "seconds"]
    assert report["name"] == SUMMED.name
    assert report["today"]["held"]
    assert report["published"]["held"]


def test_the_words_that_a_diff_changes_are_those_on_one_side_of_it() -> None:
    lines = [" def f(x):", "-    return load(x, old_name)", "+    return load(x, new_name, count=3)"]
    assert changed_words(lines) == {"old_name", "new_name", "count"}


def changed(section: Fault | Step, **changes: object) -> Track:
    """The toy's track with one section changed."""
    parts = tuple(
        replace(part, sections=tuple(replace(each, **changes) if each is section else each for each in part.sections))
        for part in TRACK.parts
    )
    return replace(TRACK, parts=parts)


def test_every_claim_of_the_toy_holds(tmp_path: Path) -> None:
    given, _ = straight(tmp_path, TRACK)
    assert not given.report.failed
    assert [step.name for step in given.report.steps] == ["split", "counted"]
    assert [fault.name for fault in given.report.faults] == [SUMMED.name, SIGN.name]


def test_a_probe_of_a_step_that_shows_something_else_fails_the_step_and_the_lesson(tmp_path: Path) -> None:
    counted = TRACK.sections[-1]
    false = replace(counted.probes[0], symptom=Shows(lambda seen: False))
    given, _ = straight(tmp_path, changed(counted, probes=(false,)))
    assert [(step.name, step.held) for step in given.report.steps] == [("split", True), ("counted", False)]
    assert given.report.failed


def test_a_symptom_of_learning_decides_nothing_with_data_of_ones_own(tmp_path: Path) -> None:
    false = replace(SIGN.today, symptom=Shows(lambda seen: False), of_learning=True)
    track = changed(SIGN, today=false)
    given, person = straight(tmp_path, track)
    assert given.report.failed
    assert person.saw("This is not the symptom that this lesson was tested with. What you see above is what happened.")
    given, person = straight(tmp_path, track, replace(SOURCE, embedded=False))
    assert not given.report.failed
    assert person.saw("With these data the symptom does not show: how a model learns is the data's affair.")


def test_whoever_begins_at_a_later_script_has_the_objects_of_the_steps_before(tmp_path: Path) -> None:
    person = Person([])
    given = Lesson(CHAPTER, TRACK, SOURCE, 0, Live(SOURCE, 0, tmp_path), person)
    given.run("counted")
    assert [(step.name, step.held) for step in given.report.steps] == [("counted", True)]
    assert not given.report.faults
    assert given.report.final is None


def test_an_error_shows_the_lines_of_the_script_and_none_of_the_engine(tmp_path: Path) -> None:
    _, person = told(tmp_path, SUMMED)
    assert "centered = center(points)" in person.text
    assert "plain/broken.py:9  center" in person.text
    assert "kernel" not in person.text


def test_what_an_edition_changed_is_kept_in_the_report(tmp_path: Path) -> None:
    person = Person([], "ko")
    given = Lesson(CHAPTER, TRACK, SOURCE, 0, Live(SOURCE, 0, tmp_path), person)
    given.compare(TRACK.editions[0])
    changes = given.json()["changes"]
    assert [(each["name"], each["held"], each["repaired"]) for each in changes] == [
        ("distance", True, True),
        (SUMMED.name, True, None),
    ]
