"""The archive for Gradescope, unpacked as in Gradescope's container, and its script run on submissions."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.commands import run
from support.paths import ROOT

from course.bundle.gradescope import requirements
from course.contents import find_exercise, solution
from course.i18n import LANGUAGES

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="Gradescope's containers run Linux")]
PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")
DOCKER = (
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "KILL",
    "MKNOD",
    "NET_BIND_SERVICE",
    "NET_RAW",
    "SETFCAP",
    "SETGID",
)
"""The capabilities of root in a container of Docker's, which have no namespaces; and the next ones."""
MORE = ("SETPCAP", "SETUID", "SYS_CHROOT")
HOSTILE = """
import course, os, pathlib, signal, subprocess
results = pathlib.Path("AUTOGRADER/results/results.json")
forged = '{"score": 4, "output": "forged"}'
seen = []
judges = "course/ch8/exercises/know_your_data.py"
for place in ("submission", "results", "source/settings.json", f"source/{judges}", pathlib.Path(course.__file__).parent.parent / judges):
    place = os.path.join("AUTOGRADER", place)
    try:
        seen.append(list(os.scandir(place)) if os.path.isdir(place) else open(place).read())
    except OSError:
        pass
for attempt in (
    lambda: results.write_text(forged),
    lambda: results.unlink(),
    lambda: results.parent.rename("AUTOGRADER/gone"),
    lambda: os.kill(max(1, os.getppid()), signal.SIGKILL),
    lambda: subprocess.Popen(["sh", "-c", "sleep 9; echo forged > AUTOGRADER/results/results.json"], start_new_session=True),
):
    try:
        attempt()
    except OSError:
        pass
print("seen", sum(map(len, seen)))
os._exit(0)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive with which an instructor grades one exercise, in Italian."""
    made = tmp_path_factory.mktemp("bundle") / "autograder.zip"
    done = run("bundle", "gradescope", "--exercise", PLAIN.name, "--lang", "it", "--out", made)
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture(params=["sandbox", "container"])
def graded(
    request: pytest.FixtureRequest, jailed: None, archive: Path, tmp_path: Path
) -> Callable[..., tuple[dict[str, Any], str]]:
    """Unpacks the archive as Gradescope does, and runs it; gives the results and what the instructor is told.

    In `sandbox`, namespaces can be had. In `container`, everything lies where Gradescope has it, and root has the
    capabilities that it has in a container.
    """
    container = request.param == "container"
    if container:
        request.getfixturevalue("as_root")

    def grade(submission: Mapping[str, str], env: Mapping[str, str] = os.environ) -> tuple[dict[str, Any], str]:
        place = tmp_path / "autograder"
        unpack(archive, place / "source")
        shutil.copy(place / "source/run_autograder", place / "run_autograder")
        (place / "results").mkdir()
        (place / "submission").mkdir()
        (place / "submission_metadata.json").write_text('{"users": [{"name": "Ana"}], "previous_submissions": []}')
        seen_as = "/autograder" if container else str(place)
        for name, text in submission.items():
            (place / "submission" / name).write_text(text.replace("AUTOGRADER", seen_as), encoding="utf-8")
        variables = {**env, "AUTOGRADER": seen_as, "COURSE_PYTHON": sys.executable}
        variables.pop("PYTHONPATH", None)
        words = [f"{seen_as}/run_autograder"]
        done = subprocess.run(
            in_container(place, words) if container else words,
            env=variables,
            cwd=place,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr
        assert "isolation: user" in done.stdout or not container or done.returncode
        return json.loads((place / "results/results.json").read_text(encoding="utf-8")), done.stdout + done.stderr

    return grade


def unpack(archive: Path, target: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(target)
        for info in opened.infolist():
            (target / info.filename).chmod(stat.S_IMODE(info.external_attr >> 16))


def in_container(place: Path, words: list[str]) -> list[str]:
    """A command line in a file system of its own, in which every user may read Python, and without other rights than Docker's."""
    python = {Path(sys.base_prefix), Path(sys.prefix)}
    parents = sorted({parent for path in python for parent in path.parents if parent.parts[1:]})
    command = ["bwrap", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"]
    command += ["--perms", "1777", "--tmpfs", "/tmp"]
    for path in ("/usr", "/etc", "/bin", "/sbin", "/lib", "/lib64"):
        link = Path(path)
        command += ["--symlink", str(link.readlink()), path] if link.is_symlink() else ["--ro-bind-try", path, path]
    for parent in parents:
        if not parent.is_relative_to("/usr"):
            command += ["--perms", "0755", "--dir", str(parent)]
    for path in python:
        command += ["--ro-bind", str(path), str(path)]
    command += ["--bind", str(place), "/autograder", "--chdir", "/autograder", "--cap-drop", "ALL"]
    for right in (*DOCKER, *MORE):
        command += ["--cap-add", f"CAP_{right}"]
    return [*command, "--", *words]


def check_form(result: dict[str, Any]) -> None:
    """What Gradescope's documentation asks of `results.json`."""
    assert isinstance(result["score"], int | float)
    assert isinstance(result["output"], str) and result["output"]
    assert result["output_format"] == "text"
    assert result["visibility"] == "visible"
    assert result["stdout_visibility"] == "hidden"
    for test in result["tests"]:
        assert 0 <= test["score"] <= test["max_score"]
        assert {"name", "output", "status", "visibility"} <= test.keys()
    assert result["score"] == sum(test["score"] for test in result["tests"])


def test_a_right_answer_has_all_points(graded: Callable[..., tuple[dict[str, Any], str]]) -> None:
    result, told = graded({"know_your_data.py": SOLVED})
    check_form(result)
    assert result["score"] == PLAIN.points == sum(test["max_score"] for test in result["tests"]), told
    assert result["execution_time"] >= 0


def test_a_wrong_answer_has_feedback_in_the_language(graded: Callable[..., tuple[dict[str, Any], str]]) -> None:
    wrong = ROOT / "tests/submissions/ch8/know_your_data/wrong"
    result, _ = graded({"answer.py": next(iter(sorted(wrong.glob("*.py")))).read_text(encoding="utf-8")})
    check_form(result)
    assert result["score"] < PLAIN.points
    assert any(test["output"] for test in result["tests"])
    assert "punti" in result["output"]


@pytest.mark.parametrize(
    ("submission", "said"),
    [
        ({}, "`.ipynb`"),
        ({"know_your_data.py": ""}, ""),
        ({"notes.py": "x = 1"}, ""),
        ({"label_count_pt.py": SOLVED}, "know_your_data.py"),
        ({"know_your_data.py": SOLVED, "answer.py": SOLVED}, "answer.py"),
        ({"know_your_data.ipynb": "{"}, ""),
    ],
)
def test_what_cannot_be_graded_says_why_in_a_sentence(
    jailed: None, archive: Path, tmp_path: Path, submission: Mapping[str, str], said: str
) -> None:
    made = tmp_path / "autograder"
    unpack(archive, made / "source")
    (made / "submission").mkdir()
    for name, text in submission.items():
        (made / "submission" / name).write_text(text, encoding="utf-8")
    variables = {**os.environ, "AUTOGRADER": str(made), "COURSE_PYTHON": sys.executable}
    done = subprocess.run([made / "source/run_autograder"], env=variables, capture_output=True, text=True, check=False)
    result = json.loads((made / "results/results.json").read_text(encoding="utf-8"))
    check_form(result)
    assert done.returncode == 0
    assert (result["score"], result["tests"]) == (0, [])
    assert said in result["output"]
    assert len(result["output"].splitlines()) == 3


def test_a_hostile_answer_writes_no_result_and_reads_no_judge(
    graded: Callable[..., tuple[dict[str, Any], str]],
) -> None:
    result, told = graded({"know_your_data.py": SOLVED.replace("\ndef ", f"{HOSTILE}\ndef ", 1)})
    check_form(result)
    assert result["score"] == 0, told
    assert "forged" not in json.dumps(result)


def test_a_hostile_answer_sees_nothing(graded: Callable[..., tuple[dict[str, Any], str]]) -> None:
    """The same, without the end: it would not have all points, had it seen anything."""
    looks = HOSTILE.replace("os._exit(0)", "assert not sum(map(len, seen)), seen")
    result, told = graded({"know_your_data.py": SOLVED.replace("\ndef ", f"{looks}\ndef ", 1)})
    assert result["score"] == PLAIN.points, (result, told)


@pytest.mark.parametrize("broken", ["isolation", "python", "settings"])
def test_a_grader_that_fails_says_so_to_the_student_and_why_to_the_instructor(
    jailed: None, archive: Path, tmp_path: Path, broken: str
) -> None:
    # not below pytest's own directory, which hides all that it holds from other users
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        fail(archive, Path(place) / "autograder", tmp_path, broken)


def fail(archive: Path, made: Path, tmp_path: Path, broken: str) -> None:
    """Let the autograder in a directory fail, and hold what it says against what it must say."""
    unpack(archive, made / "source")
    variables = {**os.environ, "AUTOGRADER": str(made), "COURSE_PYTHON": sys.executable}
    if broken == "isolation":
        # everyone may enter: an answer could read the judges, if there were no sandbox either
        bin = tmp_path / "bin"
        bin.mkdir()
        for program in ("bash", "env", "mkdir", "cp"):
            (bin / program).symlink_to(str(shutil.which(program)))
        (bin / "chmod").symlink_to(str(shutil.which("true")))
        variables["PATH"] = str(bin)
    elif broken == "python":
        variables["COURSE_PYTHON"] = "/no/such/python"
    else:
        (made / "source/settings.json").write_text("{}")
    done = subprocess.run([made / "source/run_autograder"], env=variables, capture_output=True, text=True, check=False)
    result = json.loads((made / "results/results.json").read_text(encoding="utf-8"))
    check_form(result)
    assert result["score"] == 0
    assert done.returncode != 0
    assert "Traceback" not in done.stdout + done.stderr
    assert done.stdout + done.stderr


def test_the_archive_holds_what_is_installed_and_no_solution(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        names = set(opened.namelist())
        pinned = opened.read("constraints.txt").decode()
        assert opened.read("requirements.txt").decode().split() == requirements("plain")
    assert {"setup.sh", "run_autograder", "course/grading/grader.py", "course/starters/ch8/know_your_data.py"} <= names
    assert all(
        f"course/locales/{language}/LC_MESSAGES/course.po" in names for language in LANGUAGES if language != "en"
    )
    assert not [name for name in names if "solution" in name or "__pycache__" in name or name.startswith("tests")]
    assert pinned == (ROOT / "constraints.txt").read_text(encoding="utf-8")
    again = tmp_path / "again.zip"
    words = ("bundle", "gradescope", "--exercise", PLAIN.name, "--lang", "it", "--out", again)
    assert run(*words).returncode == 0
    assert again.read_bytes() == archive.read_bytes()
    index = "https://packages.example/simple"
    assert run(*words, "--index", index).returncode == 0
    with zipfile.ZipFile(again) as opened:
        assert opened.read("requirements.txt").decode().splitlines()[0] == f"--extra-index-url {index}"


@pytest.mark.parametrize(
    "words",
    [
        ["--out", "a.zip"],
        ["--exercise", "no-such"],
        ["--exercise", PLAIN.name, "--out", "a.tar"],
        ["--exercise", PLAIN.name, "--index", "https://packages.example/ --pre"],
        ["--exercise", "label-count", "--framework", "jax"],
    ],
)
def test_wrong_use_is_one_sentence(tmp_path: Path, words: list[str]) -> None:
    done = run("bundle", "gradescope", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_each_framework_has_its_own_requirements() -> None:
    assert any(each.startswith("torch") for each in requirements("pt"))
    assert any(each.startswith("transformers") and "4.55" in each for each in requirements("tf"))
    assert not any(each.startswith(("torch", "tensorflow", "scipy", "distributed")) for each in requirements("plain"))
