"""An exercise that is checked in its page: the verdicts are those of the command line."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from support.paths import ROOT

from course.contents import declaring_modules, exercises, find_exercise, solution
from course.grading.check import check
from course.grading.feedback import sentence
from course.grading.running.single import SingleProcess
from course.message import WrongUse
from course.site.live import CORE, LOCK, archive, check_pyodide, write_live

pytestmark = pytest.mark.slow
EXERCISE = find_exercise("know-your-data")
FOLDER = ROOT / "tests" / "submissions" / "ch8" / "know_your_data"
ANSWERS = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.py"))} | {
    "solution": solution(EXERCISE, "plain").read_text("utf-8")
}
PLAIN = {
    name: source for name, source in ANSWERS.items() if "import numpy" not in source and "import pandas" not in source
}
"""The answers that need nothing but Python, which is all that the core of Pyodide has."""
IN_PAGE = """
import json, sys
sys.modules |= dict.fromkeys(("numpy", "pandas", "tokenizers", "transformers"))
from course.grading.in_page import judged
module, answers = json.load(sys.stdin)
print(json.dumps({name: judged(module, source, "it", seed=7) for name, source in answers.items()}))
"""
"""Checks answers as a page does, where the libraries that a page lacks are missing."""


Verdicts = list[tuple[str, str, str, str]]


def found(report: dict[str, object]) -> Verdicts:
    """The verdicts of a page's report: check, state, mistake and sentence."""
    checks = report["checks"]
    assert isinstance(checks, list)
    return [(each["name"], each["state"], each["mistake"], each["says"]) for each in checks]


@pytest.fixture(scope="module")
def on_the_command_line() -> dict[str, Verdicts]:
    with SingleProcess("plain", EXERCISE) as runner:
        checked = {name: check(EXERCISE, source, "answer.py", runner, seed=7) for name, source in ANSWERS.items()}
    return {
        name: [(each.check, each.state, each.mistake, sentence(EXERCISE, each, "it")) for each in result.verdicts]
        for name, result in checked.items()
    }


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive that a page loads, as it lies there, in a directory without the rest of the project."""
    out = tmp_path_factory.mktemp("archive")
    with zipfile.ZipFile(BytesIO(archive([EXERCISE]))) as file:
        file.extractall(out)
    return out


def in_page(unpacked: Path, answers: dict[str, str]) -> dict[str, dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-c", IN_PAGE],
        input=json.dumps([declaring_modules(EXERCISE)[0], answers]),
        capture_output=True,
        text=True,
        check=True,
        cwd=unpacked,
    )
    reports: dict[str, dict[str, object]] = json.loads(done.stdout.splitlines()[-1])
    return reports


def test_a_page_judges_as_the_command_line_does(unpacked: Path, on_the_command_line: dict[str, Verdicts]) -> None:
    assert len(PLAIN) > 30
    reports = in_page(unpacked, PLAIN)
    assert {name: found(report) for name, report in reports.items()} == {
        name: on_the_command_line[name] for name in PLAIN
    }
    assert str(reports["solution"]["says"]).startswith("Punteggio")


def test_what_a_page_lacks_is_named_and_no_mistake(unpacked: Path) -> None:
    for report in in_page(unpacked, {name: source for name, source in ANSWERS.items() if name not in PLAIN}).values():
        assert report["checks"] == []
        assert "`numpy`" in str(report["says"]) or "`pandas`" in str(report["says"])


def test_a_misspelled_name_of_the_standard_library_is_an_error_of_the_answer(unpacked: Path) -> None:
    source = PLAIN["solution"].replace("import math", "from math import logarithm")
    assert found(in_page(unpacked, {"": source})[""])[0][2] == "raised"


def test_values_that_are_too_many_are_no_error_of_the_page(unpacked: Path) -> None:
    source = PLAIN["solution"] + "\n\ndef decode_row(row, tokenizer):\n    return ['x'] * 400_000\n"
    assert found(in_page(unpacked, {"": source})[""])[0][1:3] == ("failed", "garbled")


def test_the_archive_is_small_and_the_same_every_time() -> None:
    packed = archive([EXERCISE])
    assert packed == archive([EXERCISE])
    assert len(packed) < 1_000_000


def test_no_solution_is_in_the_archive(unpacked: Path) -> None:
    assert not [path for path in unpacked.rglob("*") if "solution" in path.as_posix()]


def test_only_packages_that_lie_there_are_offered(tmp_path: Path) -> None:
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    with pytest.raises(WrongUse):
        check_pyodide(pyodide)
    packages = {
        name: {"file_name": f"{name}.whl", "depends": depends}
        for name, depends in {"numpy": [], "pandas": ["numpy", "six"], "six": [], "other": []}.items()
    }
    (pyodide / LOCK).write_text(json.dumps({"info": {}, "packages": packages}))
    for name in (*CORE, "numpy.whl", "pandas.whl", "other.whl"):
        (pyodide / name).write_bytes(b"")
    check_pyodide(pyodide)
    write_live(tmp_path, pyodide, [EXERCISE])
    there = {path.name for path in (tmp_path / "live" / "pyodide").iterdir()}
    # pandas needs six, which is missing
    assert there == {*CORE, LOCK, "numpy.whl"}
    assert [*json.loads((tmp_path / "live" / "pyodide" / LOCK).read_text())["packages"]] == ["numpy"]


def test_each_exercise_that_is_checked_in_a_page_needs_no_framework() -> None:
    live = [exercise for exercise in exercises() if exercise.in_page]
    assert live
    assert all(exercise.settings == ("plain",) for exercise in live)
