"""Chapter 3's script in processes of its own: its scores, and the end of all processes after a failed start."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from course.ch3 import CHAPTER
from course.ch3.processes import run
from course.i18n import LANGUAGES
from course.message import WrongUse
from course.sources import choose_source, prepare

SOURCE = choose_source(CHAPTER.task, "embedded")
LAUNCH = ("accelerate", "launch", "--multi_gpu", "--num_processes", "2", "--main_process_port")


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    before = dict(os.environ)
    prepare(SOURCE, "pt")
    yield
    os.environ.clear()
    os.environ.update(before)


def running(script: Path) -> list[str]:
    """The command lines of processes that run a script."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if str(script) in line:
            found.append(line)
    return found


FAILING = {
    "one-raises": ("if rank: raise OSError('no rows left')", "no rows left"),
    "one-is-killed": ("if rank: os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
}


@pytest.mark.newest
@pytest.mark.parametrize(("line", "said"), FAILING.values(), ids=FAILING)
def test_where_one_process_fails_the_others_end_and_a_sentence_says_why(line: str, said: str, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    waits = "import os, signal, time\nrank = int(os.environ['RANK'])\n"
    script.write_text(f"{waits}{line}\ntime.sleep(600)\n", encoding="utf-8")
    with pytest.raises(WrongUse) as caught:
        run([*LAUNCH, "0", str(script)], ACCELERATE_USE_CPU="true")
    assert all(said in caught.value.sentence(language) for language in LANGUAGES)
    assert not running(script)
