"""What a case is made of, and how a repair is judged, without a framework."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from course.cases import tickets
from course.cases.draws import near_misses
from course.cases.harness._run import padding_learned, padding_read
from course.cases.judging import ROUNDING, broken_script, exercise_of, program_text
from course.contents import all_exercises, case_exercises, cases, exercise_of_file, programs, starter_text, wanted
from course.exercise import Draw, Handed, Verdict
from course.grading.feedback import fitting_hint
from course.grading.judge import verdict
from course.i18n import LANGUAGES, translate
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


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("training-rows", 100),
        ("steps", 30),
        ("learning-rate", 2e-3),
        ("mean-rate", 1.0),
        ("first-loss", 2.77),
        ("old-gradients", 149),
        ("lost-gradients", 75),
        ("padding-read", 12),
    ],
)
def test_what_has_nothing_to_do_with_the_mistake_must_stay(fact: str, value: float) -> None:
    assert judged("unchanged", **FACTS) == ""
    assert judged("unchanged", **{**FACTS, fact: value}) == fact


def test_a_case_has_hints_for_what_its_mistake_breaks_and_none_for_what_a_repair_broke() -> None:
    exercises = {case.name: exercise for (_, case), exercise in zip(cases(), case_exercises(), strict=True)}
    for name, check, mistake, hinted in [
        ("accuracy-zero", "reports", "other-score", True),
        ("accuracy-zero", "learns", "not-learned", False),
        ("always-the-first-desk", "learns", "not-learned", True),
        ("always-the-first-desk", "reports", "other-score", False),
        ("no-loss", "runs", "same-error", True),
        ("no-loss", "learns", "not-learned", True),
    ]:
        exercise = exercises[name]
        assert bool(fitting_hint(exercise, [Verdict(check, "failed", mistake=mistake)])) == hinted


def test_a_share_is_told_in_percent() -> None:
    found = verdict(CHECKS["unchanged"], DRAW, Handed({**FACTS, "mean-rate": 0.984}))
    assert found.data == {"before": 50, "now": 98}


def test_a_number_that_is_to_be_typed_has_a_sign_that_python_reads() -> None:
    for program, case in cases():
        for words in (*program.task, case.note, *case.hints, case.title, case.why, case.lookalikes):
            for language in LANGUAGES:
                assert not re.search("\u2212\\d", translate(words, language))


def test_other_ways_to_count_give_another_score_than_the_right_one() -> None:
    sizes = set()
    for seed in range(20):
        splits = tickets.draw_splits(Random(seed))
        right = {row["text"]: row["desk_id"] for row in splits["validation"]}
        rows = tickets.draw(Random(seed)).given["data"]["validation"]
        sizes.add(len(rows))
        hits = [right[row["text"]] == row["desk_id"] for row in rows]
        share = sum(hits) / len(hits)
        batches = [hits[start : start + 64] for start in range(0, len(hits), 64)]
        ways = (
            sum(map(sum, batches[:-1])) / sum(map(len, batches[:-1])),
            sum(sum(batch) / len(batch) for batch in batches) / len(batches),
            sum(hits) / (64 * len(batches)),
        )
        assert all(abs(way - share) > ROUNDING for way in ways), seed
    assert len(sizes) > 5


@pytest.mark.parametrize("answer", ["ba do fe", "ba do", "ba"])
def test_a_near_miss_is_not_the_answer_and_yet_of_its_words(answer: str) -> None:
    for near in near_misses(answer):
        assert near != answer
        assert {*near.split()} <= {*answer.split()}


@pytest.mark.parametrize(
    ("batch", "read", "learned"),
    [
        ({"input_ids": [[5, 0]], "attention_mask": [[1, 0]], "labels": [[1, -100]]}, 0, 0),
        ({"input_ids": [[5, 0]], "attention_mask": [[1, 1]], "labels": [3]}, 1, 0),
        ({"input_ids": [[5, 0]], "labels": [[1, 0]]}, 1, 1),
        ({"input_ids": [[5]], "attention_mask": [[1]], "labels": [[4, 0]], "decoder_input_ids": [[2, 4]]}, 0, 1),
        ({"input_ids": [[5]], "attention_mask": [[1]], "labels": [[4, -100]], "decoder_input_ids": [[2, 4]]}, 0, 0),
    ],
)
def test_padding_that_is_read_or_learned_is_counted(batch: dict[str, object], read: int, learned: int) -> None:
    assert (padding_read(batch, 0), padding_learned(batch, 0)) == (read, learned)


@pytest.mark.parametrize(("keeps", "mistake"), [(True, ""), (False, "worst-kept")])
def test_an_epoch_that_is_kept_by_a_metric_which_tells_nothing_is_no_repair(keeps: bool, mistake: str) -> None:
    """Whatever the first epoch's model is worth on this draw."""
    right = DRAW.kept["validation"]
    assert judged("reports", **{"told": 1.0, "predictions": right, "best": "f1", "keeps-best": keeps}) == mistake
