"""The environment in which libraries are loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.clash import bring
from support.paths import ROOT

REPORT = """
import os
from course.ch8 import CHAPTER
from course.sources import choose_source, prepare
prepare(choose_source(CHAPTER.task, "embedded"), "pt")
print(os.environ.get("GOMP_SPINCOUNT"))
"""


def spins(**settings: str) -> str:
    """The number of times that OpenMP's threads look before they sleep, in a process with these settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    command = [sys.executable, "-c", REPORT]
    done = subprocess.run(command, env={**inherited, **settings}, stdout=subprocess.PIPE, check=True, text=True)
    return done.stdout.strip()


def test_waiting_threads_give_up_their_core_soon() -> None:
    assert 0 < int(spins()) <= 10_000


@pytest.mark.parametrize("setting", ["GOMP_SPINCOUNT", "OMP_WAIT_POLICY"])
def test_what_a_user_has_set_stays(setting: str) -> None:
    told = {"GOMP_SPINCOUNT": "7", "OMP_WAIT_POLICY": "active"}
    assert spins(**{setting: told[setting]}) == {"GOMP_SPINCOUNT": "7", "OMP_WAIT_POLICY": "None"}[setting]


@pytest.mark.parametrize(
    ("loaded", "tensorflow", "triton", "first"),
    [
        ("", "2.21.0", "3.7.1", True),
        ("", "2.20.0rc0", "4.0", True),
        ("", "2.19.1", "3.7.1", False),
        ("", "2.21.0", "3.6.0", False),
        ("import tensorflow; ", "2.21.0", "3.7.1", False),
    ],
)
def test_triton_is_loaded_before_a_tensorflow_that_would_crash_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loaded: str, tensorflow: str, triton: str, first: bool
) -> None:
    # neither does anything: what matters is which is there first
    bring(tmp_path, monkeypatch, "tensorflow", tensorflow)
    bring(tmp_path, monkeypatch, "triton", triton)
    code = f"{loaded}import sys; from course.environment import load_triton_first; load_triton_first(); print('triton' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, [str(first)]), done.stderr


@pytest.mark.tf
@pytest.mark.release
def test_an_answer_with_tensorflow_imports_no_pytorch_and_can_use_all_of_transformers() -> None:
    code = (
        "import sys; from course.grading.running.answer import prepare; prepare('tf', ['course.ch8.harness.label_count_tf']); "
        "import evaluate, transformers.pipelines; print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["False"]), done.stderr


def test_which_cases_show_here_is_known_without_a_library() -> None:
    code = (
        "import sys; from course.contents import cases; from support.newest import shows_here; "
        "print(sum(shows_here(case) for _, case in cases()) > 60, 'transformers' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tests", capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["True", "False"], done.stderr
