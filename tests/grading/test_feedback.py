"""The sentences of verdicts, which can be shown whatever an answer reports of itself."""

import pytest
from toy.exercises.largest_error import EXERCISE

from course.exercise import Verdict
from course.grading.feedback import FAILURES, fill, fitting_hint, printable, sentence


def test_what_is_shown_cannot_move_the_cursor_or_turn_the_writing_round() -> None:
    assert printable("a\x1b[2Jb\u202ec\r\n\té 你 한") == "a\ufffd[2Jb\ufffdc\ufffd\n\té 你 한"


def test_every_failure_has_a_sentence() -> None:
    for reason in FAILURES:
        verdict = Verdict(EXERCISE.checks[0].name, "failed", mistake=reason)
        assert sentence(EXERCISE, verdict, "it") != sentence(EXERCISE, verdict, "en")


def test_whatever_an_answer_reports_of_itself_can_be_shown() -> None:
    strange = {"error": {"a": 1}, "message": "{function.__class__}" * 100, "line": [1]}
    for reason in (*FAILURES, "no such reason"):
        verdict = Verdict(EXERCISE.checks[0].name, "failed", mistake=reason, data=strange)
        assert len(sentence(EXERCISE, verdict, "en")) < 1000


@pytest.mark.parametrize(
    ("message", "quoted"),
    [
        ("the shapes differ.", "the shapes differ"),
        ("'labels'", "labels"),
        ("'a' is not 'b'", "'a' is not 'b'"),
        ("and so on...", "and so on..."),
    ],
)
def test_the_message_of_an_error_fits_between_quotation_marks(message: str, quoted: str) -> None:
    assert fill("“{message}”.", {"message": message}, "en") == f"“{quoted}”."


@pytest.mark.parametrize(
    ("value", "expected", "actual", "what"),
    [
        ('f(...)["labels"]', "int", "str", "of the type `int`"),
        ('f(...)["labels"]', "(6,)", "(6, 12)", "of the shape `(6,)`"),
    ],
)
def test_a_type_and_a_shape_are_told_apart(value: str, expected: str, actual: str, what: str) -> None:
    data = {"value": value, "expected": expected, "actual": actual}
    verdict = Verdict(EXERCISE.checks[0].name, "failed", mistake="unfit", data=data)
    assert what in sentence(EXERCISE, verdict, "en")


@pytest.mark.parametrize(
    ("error", "message", "reason"),
    [
        ("NameError", "name 'optimiser' is not defined", "raised-name"),
        ("UnboundLocalError", "local variable 'x' referenced before assignment", "raised-name"),
        ("ImportError", "cannot import name 'get_shedule' from 'transformers'", "raised-import"),
        ("ModuleNotFoundError", "No module named 'sklern'", "raised-import"),
        ("AttributeError", "'Model' object has no attribute 'trainn'", "raised-attribute"),
        ("TypeError", "AdamW.__init__() got an unexpected keyword argument 'learning_rate'", "raised-arguments"),
        ("TypeError", "f() missing 1 required positional argument: 'b'", "raised-arguments"),
        ("TypeError", "f() takes 1 positional argument but 2 were given", "raised-arguments"),
        ("ValueError", "Argument(s) not recognized: {'rate': 1}", "raised-arguments"),
        ("KeyError", "'label'", "raised-key"),
        ("OSError", "We couldn't connect to 'https://huggingface.co' to load the files", "raised-hub"),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "raised"),
        ("ValueError", "Only one of these arguments may be positive", "raised"),
    ],
)
def test_an_error_of_a_known_kind_has_words_of_its_own(error: str, message: str, reason: str) -> None:
    data = {"error": error, "message": message}
    frames = ((3, "f", "x = y"),)
    verdict = Verdict(EXERCISE.checks[0].name, "failed", mistake="raised", data=data, frames=frames)
    assert sentence(EXERCISE, verdict, "en") == fill(FAILURES[reason], data, "en")


def test_a_key_that_a_library_lacks_is_not_the_answers() -> None:
    data = {"error": "KeyError", "message": "'a'", "deeper": True}
    verdict = Verdict(EXERCISE.checks[0].name, "failed", mistake="raised", data=data, frames=((3, "f", "x = y"),))
    assert sentence(EXERCISE, verdict, "en") == fill(FAILURES["raised"], data, "en")


def test_no_hint_of_the_task_is_given_for_a_misspelled_name() -> None:
    check = next(check for check in EXERCISE.checks if check.hint)

    def hint(error: str) -> int:
        data = {"error": error, "message": ""}
        return fitting_hint(
            EXERCISE, [Verdict(check.name, "failed", mistake="raised", data=data, frames=((1, "f", "x"),))]
        )

    assert (hint("NameError"), hint("ZeroDivisionError")) == (0, check.hint)
