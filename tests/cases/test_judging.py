"""What a case is made of, and how a repair is judged, without a framework."""

import json
from pathlib import Path
from random import Random

import pytest

from course.cases.judging import broken_script, exercise_of, program_text
from course.contents import all_exercises, case_exercises, cases, exercise_of_file, programs, starter_text, wanted
from course.exercise import Draw, Handed
from course.grading.judge import verdict
from course.script import read

PROGRAM, CASE = cases()[0]
EXERCISE = exercise_of(PROGRAM, CASE)
CHECKS = {check.name: check for check in EXERCISE.checks}
DRAW = Draw({}, {"labels": [0, 1, 2, 3] * 10, "validation": [0, 1] * 10, "guess": 0.25})
FACTS = dict(PROGRAM.facts)


def judged(check: str, **values: object) -> str:
    """The name of the mistake that a check finds in values that were handed over; empty if it passes."""
    return verdict(CHECKS[check], DRAW, Handed(values)).mistake  # type: ignore[arg-type]


def test_every_case_is_an_exercise_that_its_file_names() -> None:
    for (program, _), exercise in zip(cases(), case_exercises(), strict=True):
        assert exercise_of_file(Path(exercise.file_name(program.framework))) == (exercise, program.framework)
    assert len({each.name for each in all_exercises()}) == len(all_exercises())


def test_a_starter_asks_for_main_alone_and_differs_from_the_working_script_in_its_wrong_cells() -> None:
    for (program, case), exercise in zip(cases(), case_exercises(), strict=True):
        text = starter_text(exercise, program.framework)
        assert [each["name"] for each in wanted(exercise, program.framework)] == ["main"]
        assert text == program_text(broken_script(program, case))
        assert text != program_text(read(program.folder / "script.py"))


def test_what_a_learner_is_told_before_the_repair_does_not_name_the_mistake() -> None:
    for program, case in cases():
        told = " ".join((case.name, case.symptom, case.note, *program.task)).lower()
        assert case.title.lower() not in told
        assert case.mistake not in told


def test_the_data_of_two_draws_differ_and_those_of_one_seed_do_not() -> None:
    for program in programs():
        first, same, other = (program.draw(Random(seed)) for seed in (1, 1, 2))
        assert json.dumps(first.given, default=list) == json.dumps(same.given, default=list)
        assert first.given != other.given


def test_no_right_answer_is_given_to_the_process_of_an_answer() -> None:
    for program in programs():
        draw = program.draw(Random(3))
        assert set(draw.given["data"]) == {"train", "validation"}
        assert json.dumps(draw.kept["labels"], default=list) not in json.dumps(draw.given, default=list)


def test_files_beside_a_starter_are_written_once(tmp_path: Path) -> None:
    assert EXERCISE.bring is not None
    EXERCISE.bring(tmp_path)
    train = tmp_path / "data" / "train.jsonl"
    rows = [json.loads(line) for line in train.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == PROGRAM.facts["training-rows"]
    train.write_text("mine", encoding="utf-8")
    EXERCISE.bring(tmp_path)
    assert train.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("predictions", "more", "mistake"),
    [
        ([0, 1, 2, 3] * 10, {}, ""),
        ([0, 1, 2, 3] * 9 + [0, 1, 0, 0], {}, ""),
        ([0, 1, 2, 0] * 10, {}, "not-learned"),
        ([0] * 40, {"steps": 0}, "no-steps"),
        ([0] * 40, {"caught": ["ValueError"]}, "caught"),
        ([0, 1, 2, 3] * 9, {}, "not-learned"),
        ("0123" * 10, {}, "unfit"),
    ],
)
def test_a_model_is_judged_by_what_it_predicts(predictions: object, more: dict[str, object], mistake: str) -> None:
    assert judged("learns", **{"predictions": predictions, "steps": 150, "caught": [], **more}) == mistake


@pytest.mark.parametrize(
    ("told", "mistake"),
    [(0.5, ""), (0.504, ""), (0.52, "other-score"), (None, "no-score"), (True, "no-score"), ("0.5", "no-score")],
)
def test_a_reported_score_must_be_that_of_the_model(told: object, mistake: str) -> None:
    assert judged("reports", told=told, predictions=[0] * 20) == mistake


@pytest.mark.parametrize(("fact", "value"), [("training-rows", 100), ("steps", 30), ("learning-rate", 2e-3)])
def test_what_has_nothing_to_do_with_the_mistake_must_stay(fact: str, value: float) -> None:
    assert judged("unchanged", **FACTS) == ""
    assert judged("unchanged", **{**FACTS, fact: value}) == fact
