"""How an answer runs and fails, in the process of the tests: the toy's exercise, judged from what it hands over."""

import pytest
from support.this_process import SOLVED, STARTER, checked
from toy.exercises.largest_error import EXERCISE

from course.exercise import Verdict
from course.grading.feedback import sentence
from course.i18n import LANGUAGES


def first(source: str) -> Verdict:
    """The first verdict on an answer that is not right."""
    return next(verdict for verdict in checked(source).verdicts if verdict.state != "passed")


def test_the_solution_passes_and_what_it_prints_comes_back() -> None:
    found = checked(f"print('hé, 안녕')\n{SOLVED}")
    assert found.passed
    assert found.points == EXERCISE.points
    assert found.ran.output == "hé, 안녕\n"


@pytest.mark.parametrize(
    ("before", "after", "mistake", "said"),
    [
        (' + line["offset"]', "", "no-offset", "Where is the offset?"),
        ('line["slope"] *', '2 * line["slope"] *', "other-value", "At x = 1"),
        ("abs(y - value)", "y - value", "signed", "A point below the line has an error, too: the largest one is 2,"),
        ("max(", "min(", "other-error", "The largest error is 2,"),
    ],
)
def test_each_mistake_earns_the_message_that_is_meant_for_it(before: str, after: str, mistake: str, said: str) -> None:
    verdict = first(SOLVED.replace(before, after))
    assert verdict.mistake == mistake
    assert said in sentence(EXERCISE, verdict, "en")


def test_the_annotations_of_an_answer_are_as_in_python_itself() -> None:
    assert checked(
        f"{SOLVED}\ndef steps(count: int):\n    pass\nassert steps.__annotations__ == {{'count': int}}\n"
    ).passed


def test_credit_is_kept_for_the_check_that_passes() -> None:
    assert checked(SOLVED.replace("abs(y - value)", "y - value")).points == 1


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def predict(line, xs:\n    pass\n", "syntax"),
        ("x = '\0'", "syntax"),
        ("def predictions(line, xs):\n    pass\n", "missing"),
        ("predict = 3", "missing"),
        (SOLVED.replace("def predict(line, xs)", "def predict(line)"), "signature"),
        ("1 / 0", "raised"),
        ("import no_such_module_at_all", "raised"),
        ("raise SystemExit", "ended"),
        ("raise KeyboardInterrupt", "raised"),
        (f"{SOLVED}\ndef predict(line, xs):\n    return line['no such key']\n", "raised"),
        (f"{SOLVED}\ndef predict(line, xs):\n    return predict(line, xs)\n", "raised"),
        (f"{SOLVED}\ndef predict(line, xs):\n    return bytearray(2**45)\n", "memory"),
        (f"{SOLVED}\ndef predict(line, xs):\n    return object()\n", "unfit"),
    ],
)
def test_each_way_to_fail_has_its_reason(source: str, reason: str) -> None:
    verdict = first(source)
    assert (verdict.mistake, verdict.points) == (reason, 0)
    for language in LANGUAGES:
        assert "…" not in sentence(EXERCISE, verdict, language)


def test_the_frames_are_the_learners_own_with_their_lines() -> None:
    source = f"{SOLVED}\n\ndef helper(line):\n    return line['no such key']\n\n\ndef predict(line, xs):\n    return helper(line)\n"
    verdict = first(source)
    lines = source.splitlines()
    assert [(name, text) for _, name, text in verdict.frames] == [
        ("predict", "return helper(line)"),
        ("helper", "return line['no such key']"),
    ]
    for line, _, text in verdict.frames:
        assert lines[line - 1].strip() == text


def test_the_frames_in_the_message_of_a_graphs_error_are_frames_too() -> None:
    inside = 'in user code:\\n\\n    File "library.py", line 9, in call  *\\n        loss(a)\\n    File "%s", line 2, in None  *\\n        a.loss\\n\\n    KeyError: no loss\\n'
    source = f"{SOLVED}\n\ndef predict(line, xs):\n    raise KeyError_('{inside}' % __file__)\n\nclass KeyError_(Exception):\n    pass\nKeyError_.__name__ = 'KeyError'\n"
    verdict = first(source)
    assert (verdict.data["message"], "trace" in verdict.data) == ("no loss", False)
    assert [(line, name) for line, name, _ in verdict.frames[1:]] == [(2, "<lambda>")]
    assert verdict.frames[1][2] == "a.loss"


@pytest.mark.parametrize(
    ("line", "deeper"),
    [
        ("{}['a']", False),
        ("xs.no_such_name", False),
        ("collections.UserDict()['a']", False),
        ("types.SimpleNamespace().a", False),
        ("statistics.mean([])", True),
        ("json.loads('{')", True),
    ],
)
def test_an_error_of_a_line_is_told_from_one_of_what_it_called(line: str, deeper: bool) -> None:
    imports = "import collections, json, statistics, types"
    verdict = first(f"{SOLVED}\n\n{imports}\ndef predict(line, xs):\n    {line}\n")
    assert (verdict.mistake, verdict.data["deeper"]) == ("raised", deeper)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("line is 3", "SyntaxWarning"),
        ("warnings.warn('look here')", "UserWarning: look here"),
        ("import numpy; numpy.divide(1.0, numpy.zeros(1))", "RuntimeWarning"),
        # a library that warns from a line of its own
        ("import numpy; numpy.mean([])", "RuntimeWarning"),
    ],
)
def test_a_warning_that_an_answers_line_causes_is_shown_with_the_line(line: str, said: str) -> None:
    source = f"{SOLVED}\n\nimport warnings\ndef predict(line, xs):\n    {line}\n"
    output = checked(source, "somewhere/answer.py").ran.output
    number = source.splitlines().index(f"    {line}") + 1
    assert f"answer.py:{number}: {said}" in output
    assert line in output


def test_what_a_library_warns_its_maintainers_of_is_not_shown() -> None:
    library = "exec(compile('import warnings; warnings.warn(1 * str(3), FutureWarning)', 'library.py', 'exec'))"
    source = f"{SOLVED}\n\ndef predict(line, xs):\n    {library}\n"
    assert not checked(source).ran.output


def test_a_syntax_error_names_its_line() -> None:
    verdict = first("\n\nx = = 1\n")
    assert verdict.data["line"] == 3


def test_the_starter_is_met_with_a_first_step() -> None:
    verdict = first(STARTER.read_text(encoding="utf-8"))
    assert verdict.mistake == "not-started"


def test_an_error_of_a_library_is_not_taken_for_an_answer_not_begun() -> None:
    library = "exec(compile('def library():\\n    raise NotImplementedError', 'library.py', 'exec'))"
    verdict = first(f"{SOLVED}\n{library}\n\ndef predict(line, xs):\n    return library()\n")
    assert (verdict.mistake, verdict.data["error"]) == ("raised", "NotImplementedError")


def test_an_exception_that_cannot_say_what_it_is_is_still_the_learners() -> None:
    source = f"{SOLVED}\n\nclass Mute(Exception):\n    def __str__(self):\n        raise ValueError\n\n\ndef predict(line, xs):\n    raise Mute\n"
    verdict = first(source)
    assert (verdict.mistake, verdict.data["error"]) == ("raised", "Mute")


def test_a_long_traceback_is_cut_in_the_middle() -> None:
    source = f"{SOLVED}\n\ndef predict(line, xs):\n    return predict(line, xs)\n"
    assert len(first(source).frames) < 20
