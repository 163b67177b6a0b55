"""The skeleton of new content is whole, and names the parts that are still to be written."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parent.parent.parent


def copy(place: Path) -> Path:
    """A copy of the project."""
    for name in ("course", "exercises", "solutions", "locales", "tests/submissions"):
        copytree(ROOT / name, place / name, ignore=ignore_patterns("assets", "__pycache__", ".ruff_cache"))
    (place / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return place


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return copy(tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy for tests that change nothing."""
    return copy(tmp_path_factory.mktemp("checkout"))


def run(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=checkout, capture_output=True, text=True, encoding="utf-8", check=False
    )


def audit(checkout: Path, *words: str) -> list[str]:
    """The complaints, without their count."""
    return run(checkout, "course", "audit", "--lang", "en", *words).stdout.splitlines()[:-1]


def contents(checkout: Path) -> dict[str, str]:
    return {str(path.relative_to(checkout)): path.read_text(encoding="utf-8") for path in checkout.rglob("*.py")}


def test_the_audit_says_what_a_new_exercise_lacks(checkout: Path) -> None:
    before = contents(checkout)
    done = run(checkout, "course", "audit", "--lang", "en", "--new", "exercise", "odd-one-out", "--chapter", "ch3")
    assert (done.returncode, done.stderr) == (0, "")
    after = contents(checkout)
    new = sorted(after.keys() - before.keys())
    assert new == sorted(line for line in done.stdout.splitlines() if line.endswith(".py"))
    changed = [path for path in before if after[path] != before[path]]
    assert changed == ["course/ch3/exercises/__init__.py"]
    for check in (["check"], ["format", "--check"]):
        assert run(checkout, "ruff", *check, *new, *changed).returncode == 0
    assert audit(checkout, "exercises") == [
        "odd_one_out.py/right: There are 0 answers; 3 are needed.",
        "odd_one_out.py/wrong: There are 1 answers; 8 are needed.",
    ]
    # the answers that are there get what is meant for them
    assert audit(checkout, "odd-one-out") == []
    marked = (checkout / "course/ch3/exercises/odd_one_out.py").read_text(encoding="utf-8").count("N_(")
    untranslated = audit(checkout, "words")
    assert Counter(line.partition(".po: ")[0] for line in untranslated) == dict.fromkeys(("it", "zh_CN", "ko"), marked)


def test_an_exercise_for_two_frameworks_has_the_files_of_both(checkout: Path) -> None:
    run(checkout, "course", "audit", "--new", "exercise", "odd-one-out", "--framework", "pt", "--framework", "tf")
    code = "from course.contents import find_exercise; print(*find_exercise('odd-one-out').settings)"
    found = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["tf", "pt"]
    assert len(audit(checkout, "exercises")) == 4


@pytest.mark.parametrize(
    "words",
    [
        ["exercise", "metrics"],
        # a file of this name is there, though no exercise
        ["exercise", "models"],
        ["exercise", "metrics-pt"],
        ["exercise", "Odd-One"],
        ["exercise", "../odd"],
        ["exercise", "class"],
        ["exercise", "odd-one-out", "--chapter", "ch99"],
        ["exercise", "odd-one-out", "--framework", "jax"],
        ["exercise", "odd-one-out", "--framework", "pt", "--framework", "plain"],
        ["lesson", "odd-one-out"],
    ],
)
def test_what_cannot_be_new_is_refused_and_leaves_nothing(untouched: Path, words: list[str]) -> None:
    before = contents(untouched)
    done = run(untouched, "course", "audit", "--lang", "en", "--new", *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) >= 1 and "Traceback" not in done.stderr
    assert contents(untouched) == before
