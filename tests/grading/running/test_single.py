"""Answers that harm the process that runs them, and the judge's verdicts on the values that come back."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from support.paths import ROOT

from course.contents import exercises, find_exercise, solution, starter
from course.exercise import Case, Check, Exercise, Handed, Mistake, Other, Unfit, Verdict
from course.grading.check import check
from course.grading.feedback import FAILURES, printable, sentence
from course.grading.judge import verdicts
from course.grading.running.run import Outcome
from course.grading.running.single import SingleProcess
from course.grading.running.wire import LIMIT, Garbled, decode, encode
from course.i18n import LANGUAGES

pytestmark = pytest.mark.slow

PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def child() -> Iterator[SingleProcess]:
    with SingleProcess("plain", PLAIN) as started:
        yield started


def first(source: str, child: SingleProcess, exercise: Exercise = PLAIN) -> Verdict:
    """The first verdict on an answer that is not right."""
    found = check(exercise, source, "answer.py", child, seed=1)
    return next(verdict for verdict in found.verdicts if verdict.state != "passed")


def test_the_solution_passes_and_what_it_prints_comes_back(child: SingleProcess) -> None:
    told: list[str] = []
    found = check(PLAIN, f"print('hé, 안녕')\n{SOLVED}", "answer.py", child, seed=1, on_output=told.append)
    assert found.passed
    assert found.points == PLAIN.points
    assert found.ran.output == "".join(told) == "hé, 안녕\n"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def decode_row(row, tokenizer:\n    pass\n", "syntax"),
        ("x = '\0'", "syntax"),
        ("def decode_rows(row, tokenizer):\n    pass\n", "missing"),
        ("decode_row = 3", "missing"),
        (SOLVED.replace("def decode_row(row, tokenizer)", "def decode_row(row)"), "signature"),
        ("1 / 0", "raised"),
        ("import no_such_module_at_all", "raised"),
        ("raise SystemExit", "ended"),
        ("raise KeyboardInterrupt", "raised"),
        (f"{SOLVED}\ndef decode_row(row, tokenizer):\n    return row['no such key']\n", "raised"),
        (f"{SOLVED}\ndef decode_row(row, tokenizer):\n    return decode_row(row, tokenizer)\n", "raised"),
        (f"{SOLVED}\ndef decode_row(row, tokenizer):\n    return bytearray(2**45)\n", "memory"),
        (f"{SOLVED}\ndef decode_row(row, tokenizer):\n    return object()\n", "unfit"),
    ],
)
def test_each_way_to_fail_has_its_reason(child: SingleProcess, source: str, reason: str) -> None:
    verdict = first(source, child)
    assert (verdict.mistake, verdict.points) == (reason, 0)
    for language in LANGUAGES:
        assert "…" not in sentence(PLAIN, verdict, language)


def test_the_frames_are_the_learners_own_with_their_lines(child: SingleProcess) -> None:
    source = f"{SOLVED}\n\ndef helper(row):\n    return row['no such key']\n\n\ndef decode_row(row, tokenizer):\n    return helper(row)\n"
    verdict = first(source, child)
    lines = source.splitlines()
    assert [(name, text) for _, name, text in verdict.frames] == [
        ("decode_row", "return helper(row)"),
        ("helper", "return row['no such key']"),
    ]
    for line, _, text in verdict.frames:
        assert lines[line - 1].strip() == text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("row is 3", "SyntaxWarning"),
        ("warnings.warn('look here')", "UserWarning: look here"),
        ("import numpy; numpy.divide(1.0, numpy.zeros(1))", "RuntimeWarning"),
        # a library that warns from a line of its own
        ("import numpy; numpy.mean([])", "RuntimeWarning"),
    ],
)
def test_a_warning_that_an_answers_line_causes_is_shown_with_the_line(
    child: SingleProcess, line: str, said: str
) -> None:
    source = f"{SOLVED}\n\nimport warnings\ndef decode_row(row, tokenizer):\n    {line}\n"
    output = check(PLAIN, source, "somewhere/answer.py", child).ran.output
    number = source.splitlines().index(f"    {line}") + 1
    assert f"answer.py:{number}: {said}" in output
    assert line in output


def test_what_a_library_warns_its_maintainers_of_is_not_shown(child: SingleProcess) -> None:
    library = "exec(compile('import warnings; warnings.warn(1 * str(3), FutureWarning)', 'library.py', 'exec'))"
    source = f"{SOLVED}\n\ndef decode_row(row, tokenizer):\n    {library}\n"
    assert not check(PLAIN, source, "answer.py", child).ran.output


def test_a_syntax_error_names_its_line(child: SingleProcess) -> None:
    verdict = first("\n\nx = = 1\n", child)
    assert verdict.data["line"] == 3


def test_the_starter_is_met_with_a_first_step(child: SingleProcess) -> None:
    verdict = first(starter(PLAIN, "plain").read_text(encoding="utf-8"), child)
    assert verdict.mistake == "not-started"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("while True: pass", "import-limit"),
        ("import time; time.sleep(600)", "idle-limit"),
        ("import re; re.match('(a*)*b', 'a' * 40)", "import-limit"),
        ("import os; os._exit(0)", "ended"),
        ("import os; os.kill(os.getpid(), 9)", "killed"),
        ("import os; os.abort()", "crashed"),
        ("import os; [os.write(n, b'{}' * 3 + b'\\n') for n in range(3, 20) if _open(n)]; os._exit(0)", "garbled"),
    ],
)
def test_an_answer_that_takes_the_process_with_it_is_told_apart(code: str, reason: str) -> None:
    source = (
        "import os\ndef _open(n):\n    try:\n        os.fstat(n)\n    except OSError:\n        return False\n    return True\n"
        f"{code}\n{SOLVED}"
    )
    with SingleProcess("plain", PLAIN) as started:
        verdict = first(source, started, replace(PLAIN, seconds=1.0, import_seconds=1.0))
        assert verdict.mistake == reason
        assert not started.alive


@pytest.mark.parametrize(
    ("line", "reason"), [("while True: pass", "time-limit"), ("import time; time.sleep(600)", "idle-limit")]
)
def test_work_has_a_limit_of_its_own_and_waiting_another(line: str, reason: str) -> None:
    with SingleProcess("plain", PLAIN) as started:
        verdict = first(f"{SOLVED}\ndef decode_row(*given):\n    {line}\n", started, replace(PLAIN, seconds=1.0))
        assert verdict.mistake == reason


def test_imports_do_not_count_as_work() -> None:
    busy = "import time\nwhile time.process_time() < 3: pass\n"
    with SingleProcess("plain", PLAIN) as started:
        assert check(replace(PLAIN, seconds=2.0), busy + SOLVED, "answer.py", started).passed


def test_a_process_that_cannot_start_is_not_the_answers_fault() -> None:
    with SingleProcess("plain", replace(PLAIN, name="no-such-exercise")) as started:
        assert first(SOLVED, started).mistake == "not-ready"


def test_credit_is_kept_for_what_was_done_before_the_end() -> None:
    source = f"{SOLVED}\n\ndef baselines(labels, num_labels):\n    import os\n    os._exit(1)\n"
    with SingleProcess("plain", PLAIN) as started:
        found = check(PLAIN, source, "answer.py", started, seed=1)
    assert 0 < found.points < PLAIN.points


def test_an_error_of_a_library_is_not_taken_for_an_answer_not_begun(child: SingleProcess) -> None:
    library = "exec(compile('def library():\\n    raise NotImplementedError', 'library.py', 'exec'))"
    verdict = first(f"{SOLVED}\n{library}\n\ndef decode_row(row, tokenizer):\n    return library()\n", child)
    assert (verdict.mistake, verdict.data["error"]) == ("raised", "NotImplementedError")


def test_an_exception_that_cannot_say_what_it_is_is_still_the_learners(child: SingleProcess) -> None:
    source = f"{SOLVED}\n\nclass Mute(Exception):\n    def __str__(self):\n        raise ValueError\n\n\ndef decode_row(row, tokenizer):\n    raise Mute\n"
    verdict = first(source, child)
    assert (verdict.mistake, verdict.data["error"]) == ("raised", "Mute")


def test_a_long_traceback_is_cut_in_the_middle(child: SingleProcess) -> None:
    source = f"{SOLVED}\n\ndef decode_row(row, tokenizer):\n    return decode_row(row, tokenizer)\n"
    assert len(first(source, child).frames) < 20


def test_what_is_written_past_python_is_shown_too(child: SingleProcess) -> None:
    found = check(PLAIN, f"import os\nos.system('echo aside')\n{SOLVED}", "answer.py", child, seed=1)
    assert found.passed
    assert "aside" in found.ran.output


def test_many_lines_of_output_do_no_harm(child: SingleProcess) -> None:
    assert check(PLAIN, f"for i in range(9000): print('x')\n{SOLVED}", "answer.py", child, seed=1).passed


def test_a_judge_that_falls_over_gives_no_points() -> None:
    one = Check("one", "one", 1, lambda case, handed: 1 / 0, ())
    (found,) = verdicts(replace(PLAIN, checks=(one,)), Case({}), Outcome({"one": Handed({})}))
    assert (found.points, found.mistake) == (0, "garbled")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX")
def test_no_process_outlives_its_parent() -> None:
    code = (
        "import os\nfrom course.contents import find_exercise\nfrom course.grading.running.single import SingleProcess, ReadyCollector\n"
        "child = SingleProcess('plain', find_exercise('know-your-data'))\n"
        "from course.grading.running.clock import Clock\n"
        "child._collect(ReadyCollector(), Clock(0, 100))\n"
        "print(child.process.pid, flush=True)\nos._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    pid = int(done.stdout)
    limit = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_what_is_shown_cannot_move_the_cursor_or_turn_the_writing_round() -> None:
    assert printable("a\x1b[2Jb\u202ec\r\n\té 你 한") == "a\ufffd[2Jb\ufffdc\ufffd\n\té 你 한"


def test_an_endless_output_is_cut(child: SingleProcess) -> None:
    found = check(PLAIN, f"print('x' * 10**6)\n{SOLVED}", "answer.py", child, seed=1)
    assert found.passed
    assert len(found.ran.output) < 10**5


def test_a_check_after_one_that_it_needs_can_only_pass() -> None:
    mistake = Mistake("wrong", "It is wrong.")
    one = Check("one", "one", 1, lambda case, handed: mistake.found(), (mistake,))
    two = Check("two", "two", 2, lambda case, handed: mistake.found(), (mistake,), needs=("one",))
    three = Check("three", "three", 3, lambda case, handed: None, (), needs=("one", "two"))
    four = Check("four", "four", 4, lambda case, handed: None, ())
    exercise = replace(PLAIN, checks=(one, two, three, four))
    ran = Outcome({name: Handed({}) for name in ("one", "two", "three")})
    found = verdicts(exercise, Case({}), ran)
    assert [(each.state, each.points) for each in found] == [
        ("failed", 0),
        ("waiting", 0),
        ("passed", 3),
        ("failed", 0),
    ]
    assert found[1].waits_for == "one"
    assert found[3].mistake == "garbled"


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -1.5, "è 안 你", [], [1, "a", None], {"a": {"b": [1.0]}}, {"kind": "x", "array": 1},
        np.arange(6, dtype=np.int32).reshape(2, 3), np.float32(1.5), np.zeros((0, 3)), np.array(True),
    ],
    ids=repr,
)  # fmt: skip
def test_plain_values_travel(value: object) -> None:
    back = decode(encode(value).encode())
    if isinstance(value, np.ndarray | np.generic):
        assert isinstance(back, np.ndarray)
        assert back.dtype == value.dtype
        assert np.array_equal(back, value)
    else:
        assert back == value


@pytest.mark.parametrize(
    "value",
    [object(), b"x", 1j, lambda: 0, 2**70, np.array([object()]), np.array(["a"])],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_travels_as_its_name(value: object) -> None:
    assert isinstance(decode(encode(value).encode()), Other)


def test_nan_travels() -> None:
    assert np.isnan(decode(encode([float("nan")]).encode())[0])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"map": 3}',
        b'{"map": [[1]]}',
        b'{"pickle": "gASV"}',
        b'{"array": "AAAA", "dtype": "object", "shape": [1]}',
        b'{"array": "AAAA", "dtype": "float32", "shape": [1000000, 1000000]}',
        b'{"array": "AAAA", "dtype": "float32", "shape": [-1]}',
        b'{"array": "AAAA", "dtype": "float32", "shape": [true]}',
        b'{"array": "!", "dtype": "int8", "shape": [1]}',
        b'"\xff"',
        b'"' + b"x" * LIMIT + b'"',
    ],
    ids=lambda line: line[:40],
)
def test_whatever_else_comes_is_garbled(line: bytes) -> None:
    with pytest.raises(Garbled):
        decode(line)


STRANGE = (
    None,
    "x",
    [],
    {},
    {"accuracy": {}},
    np.zeros((2, 2)),
    np.array("a"),
    Other("X"),
    float("nan"),
    True,
    -1,
    [[]],
)


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_no_judge_falls_over_what_is_handed_over(exercise: Exercise) -> None:
    """A judge finds a mistake in anything strange, or refuses it as unfit."""
    case = exercise.draw(Random(0))

    class Any(dict):  # type: ignore[type-arg]
        def __init__(self, value: object) -> None:
            super().__init__()
            self.value = value

        def get(self, name: str, default: object = None) -> object:
            return self.value

        __getitem__ = get

    for one in exercise.checks:
        for values in (*({"x": strange} for strange in STRANGE), *(Any(strange) for strange in STRANGE)):
            try:
                assert one.judge(case, Handed(values)) is not None
            except Unfit:
                continue


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_a_draw_is_its_seeds_alone_and_can_be_handed_over(exercise: Exercise) -> None:
    assert encode(exercise.draw(Random(5)).given) == encode(exercise.draw(Random(5)).given)
    assert encode(exercise.draw(Random(5)).given) != encode(exercise.draw(Random(6)).given)
    assert "kind" not in encode(exercise.draw(Random(5)).given)


def test_every_failure_has_a_sentence() -> None:
    for reason in FAILURES:
        verdict = Verdict(PLAIN.checks[0].name, "failed", mistake=reason)
        assert sentence(PLAIN, verdict, "it") != sentence(PLAIN, verdict, "en")


def test_whatever_an_answer_reports_of_itself_can_be_shown() -> None:
    strange = {"error": {"a": 1}, "message": "{function.__class__}" * 100, "line": [1]}
    for reason in (*FAILURES, "no such reason"):
        verdict = Verdict(PLAIN.checks[0].name, "failed", mistake=reason, data=strange)
        assert len(sentence(PLAIN, verdict, "en")) < 1000
