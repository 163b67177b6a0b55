"""Answers in a process of their own: what comes back from it, and answers that harm it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.paths import ROOT

from course.contents import find_exercise, solution
from course.exercise import Exercise, Verdict
from course.grading.check import check
from course.grading.running.single import SingleProcess

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


def test_what_is_written_past_python_is_shown_too(child: SingleProcess) -> None:
    found = check(PLAIN, f"import os\nos.system('echo aside')\n{SOLVED}", "answer.py", child, seed=1)
    assert found.passed
    assert "aside" in found.ran.output


def test_many_lines_of_output_do_no_harm(child: SingleProcess) -> None:
    assert check(PLAIN, f"for i in range(9000): print('x')\n{SOLVED}", "answer.py", child, seed=1).passed


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


def test_an_endless_output_is_cut(child: SingleProcess) -> None:
    found = check(PLAIN, f"print('x' * 10**6)\n{SOLVED}", "answer.py", child, seed=1)
    assert found.passed
    assert len(found.ran.output) < 10**5
