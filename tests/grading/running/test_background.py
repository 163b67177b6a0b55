"""The background process: it runs the answers of one terminal session, and ends when nobody needs it."""

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from course.contents import find_exercise, solution
from course.grading.check import Checked, check
from course.grading.running.background import BackgroundRunner, Unavailable, runner, stop
from course.grading.running.background_process import Background
from course.grading.running.single import SingleProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "getsid"), reason="sessions are POSIX's"),
]

PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")
ENDLESS = f"{SOLVED}\n\ndef decode_row(row, tokenizer):\n    print('begun')\n    while True:\n        pass\n"


@pytest.fixture
def waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """What was said before each answer: whether it can start at once."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield []
    stop()


def checked(source: str, waits: list[bool]) -> Checked:
    with runner(PLAIN, "plain", waits.append, keep=True) as started:
        assert isinstance(started, BackgroundRunner)
        return check(PLAIN, source, "answer.py", started)


def test_the_second_answer_does_not_wait_for_imports(waits: list[bool]) -> None:
    assert checked(SOLVED, waits).passed
    assert not any(waits)
    waits.clear()
    assert checked(SOLVED, waits).passed
    assert waits == [True]


def test_an_answer_finds_no_traces_of_the_one_before(waits: list[bool]) -> None:
    trace = "import builtins\nassert not hasattr(builtins, 'trace')\nbuiltins.trace = 1\n"
    assert checked(trace + SOLVED, waits).passed
    assert checked(trace + SOLVED, waits).passed


def test_what_an_answer_prints_and_how_it_ends_is_told(waits: list[bool]) -> None:
    found = checked(f"print('so far')\n{SOLVED}\n\ndef label_shares(*given):\n    raise SystemExit\n", waits)
    assert found.ran.output == "so far\n"
    assert "ended" in [verdict.mistake for verdict in found.verdicts]


def test_an_answer_ends_with_the_command_that_asked_for_it(waits: list[bool]) -> None:
    class LeftError(Exception):
        pass

    def leave(text: str) -> None:
        raise LeftError

    assert checked(SOLVED, waits).passed
    with pytest.raises(LeftError), runner(PLAIN, "plain", waits.append, keep=True) as started:
        check(PLAIN, ENDLESS, "answer.py", started, on_output=leave)
    waits.clear()
    assert checked(SOLVED, waits).passed
    assert waits == [True]


def test_stop_ends_it(waits: list[bool]) -> None:
    checked(SOLVED, waits)
    assert [stop(), stop()] == [1, 0]
    waits.clear()
    checked(SOLVED, waits)
    assert not any(waits)


def test_a_process_that_dies_meanwhile_is_told(waits: list[bool]) -> None:
    checked(SOLVED, waits)
    with runner(PLAIN, "plain", waits.append, keep=True) as started:
        (file,) = Path(tempfile.gettempdir()).rglob("*.json")
        file.unlink()
        printed: list[str] = []
        with pytest.raises(Unavailable):
            answer = "import os\nprint(os.getpid())\nwhile True: pass"
            started.run(PLAIN, answer, "answer.py", (), {}, printed.append)
    ended(int("".join(printed)))


def ended(pid: int) -> None:
    """Wait for the end of a process that is no child of this one."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    assert select.select([handle], [], [], 60)[0]
    os.close(handle)


@pytest.mark.parametrize("ending", ["its file", "its session"])
def test_it_ends_when_nobody_can_need_it(tmp_path: Path, ending: str) -> None:
    file = tmp_path / "here.json"
    with subprocess.Popen(["sleep", "1000"]) as leader:
        process = subprocess.Popen(
            [sys.executable, "-m", Background.__module__, str(file), str(leader.pid)],
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        with process.stdout as pipe:
            assert pipe.readline() == b"ready\n"
        assert process.poll() is None
        if ending == "its file":
            file.unlink()
        else:
            leader.kill()
            leader.wait()
        assert process.wait(60) == 0
        leader.kill()


def test_a_directory_that_others_can_write_to_is_not_used(waits: list[bool], tmp_path: Path) -> None:
    (tmp_path / f"course-companion-{os.getuid()}").mkdir(mode=0o777)
    (tmp_path / f"course-companion-{os.getuid()}").chmod(0o777)
    with runner(PLAIN, "plain", waits.append, keep=True) as started:
        assert isinstance(started, SingleProcess)
