"""The skeleton of new content is whole, and names the parts that are still to be written."""

import subprocess
import sys
from collections import Counter
from difflib import ndiff
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


def copy(place: Path) -> Path:
    """A copy of the project."""
    for name in ("course", "exercises", "solutions", "locales", "tests/submissions"):
        copytree(ROOT / name, place / name, ignore=ignore_patterns("assets", "__pycache__", ".ruff_cache"))
    for name in ("pyproject.toml", "ruff-shown.toml"):
        (place / name).write_bytes((ROOT / name).read_bytes())
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
        "odd_one_out.py/right: There are 0 answers; 6 are needed.",
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


def new_fault(name: str, cell: str, framework: str, chapter: str) -> list[str]:
    words = ["fault", name, "--cell", cell, "--framework", framework, "--chapter", chapter]
    return ["course", "audit", "--lang", "en", "--new", *words]


def lost(before: str, after: str) -> list[str]:
    """The lines of a text that another does not have, or not in their place."""
    return [line for line in ndiff(before.splitlines(), after.splitlines()) if line.startswith("- ")]


@pytest.mark.parametrize(
    ("chapter", "framework", "cell", "folder"),
    [
        ("ch8", "pt", "make_trainer", "pt"),
        # binds nothing
        ("ch3", "tf", "fix_seed", "tf"),
        # of the second script only
        ("ch3", "pt", "prepare", "pt_accelerate"),
    ],
)
def test_the_audit_says_what_a_new_fault_lacks(
    checkout: Path, chapter: str, framework: str, cell: str, folder: str
) -> None:
    before = contents(checkout)
    done = run(checkout, *new_fault("odd-one-out", cell, framework, chapter))
    assert (done.returncode, done.stderr) == (0, "")
    after = contents(checkout)
    changed = sorted(path for path in after if after[path] != before.get(path))
    files = [f"course/{chapter}/{folder}/{name}.py" for name in ("broken", "probes", "sections")]
    assert changed == files == [line for line in done.stdout.splitlines() if line.endswith(".py")]
    assert [lost(before[path], after[path]) for path in files] == [[], [], []]
    # what `make format` does
    assert run(checkout, "ruff", "check", "--fix", *files).returncode == 0
    for config in ("pyproject.toml", "ruff-shown.toml"):
        assert run(checkout, "ruff", "format", "--config", config, "course").returncode == 0
    # the declaration is written as the formatter would write it
    assert (checkout / files[2]).read_text(encoding="utf-8") == after[files[2]]
    assert audit(checkout, "chapters") == [f"{folder}:odd-one-out: The broken cell is the same as the working one."]


def test_a_spoiled_cell_is_a_fault_that_lacks_translations_and_has_no_room_for_another(checkout: Path) -> None:
    sections = checkout / "course/ch8/pt/sections.py"
    marked = -sections.read_text(encoding="utf-8").count("N_(")
    run(checkout, *new_fault("odd-one-out", "load_tokenizer", "pt", "ch8"))
    marked += sections.read_text(encoding="utf-8").count("N_(")
    untranslated = Counter(line.partition(".po: ")[0] for line in audit(checkout, "words"))
    assert untranslated == dict.fromkeys(("it", "zh_CN", "ko"), marked)
    # what the probe takes is there though the cell raises
    assert "def look_at_odd_one_out(checkpoint):" in sections.with_name("probes.py").read_text(encoding="utf-8")
    broken = checkout / "course/ch8/pt/broken.py"
    text = broken.read_text(encoding="utf-8")
    broken.write_text(text.replace("from_pretrained(checkpoint)", 'from_pretrained("none")'), encoding="utf-8")
    assert audit(checkout, "chapters") == []
    again = run(checkout, *new_fault("even-one-out", "load_tokenizer", "pt", "ch8"))
    assert again.returncode == 2
    assert "odd-one-out" in again.stderr


def test_where_a_script_has_no_fault_yet_its_files_begin_with_the_new_one(checkout: Path) -> None:
    folder = checkout / "course/ch3/tf_tape"
    (folder / "broken.py").unlink()
    sections = '"""No sections yet."""\n\nOPENING = ""\n# in order\nSECTIONS = ()\n'
    (folder / "sections.py").write_text(sections, encoding="utf-8")
    # a cell that calls another one
    done = run(checkout, *new_fault("odd-one-out", "make_train_step", "tf", "ch3"))
    assert (done.returncode, done.stderr) == (0, "")
    assert run(checkout, "ruff", "check", "--fix", "course/ch3/tf_tape").returncode == 0
    assert "tf_tape:odd-one-out: The broken cell is the same as the working one." in audit(checkout, "chapters")


@pytest.mark.parametrize(
    "words",
    [
        ["exercise", "metrics"],
        ["exercise", "metrics-pt"],
        ["exercise", "Odd-One"],
        ["exercise", "../odd"],
        ["exercise", "class"],
        ["exercise", "odd-one-out", "--chapter", "ch99"],
        ["exercise", "odd-one-out", "--framework", "jax"],
        ["exercise", "odd-one-out", "--framework", "pt", "--framework", "plain"],
        ["exercise", "odd-one-out", "--cell", "train"],
        ["lesson", "odd-one-out"],
        ["fault", "odd-one-out"],
    ],
)
def test_what_cannot_be_new_is_refused_and_leaves_nothing(untouched: Path, words: list[str]) -> None:
    before = contents(untouched)
    done = run(untouched, "course", "audit", "--lang", "en", "--new", *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) >= 1 and "Traceback" not in done.stderr
    assert contents(untouched) == before


REFUSED_FAULTS = [
    ("odd-one-out", ["pt"], "ch8", ""),
    ("odd-one-out", ["plain"], "ch8", "train"),
    ("odd-one-out", ["pt", "tf"], "ch8", "train"),
    ("odd-one-out", ["pt"], "ch99", "train"),
    # a cell of another chapter, and one that has a fault
    ("odd-one-out", ["pt"], "ch8", "prepare"),
    ("odd-one-out", ["pt"], "ch8", "make_model"),
    ("Odd-One", ["pt"], "ch8", "train"),
    # a section has this name, and the other would be called as the tuple of all
    ("label-count", ["pt"], "ch8", "train"),
    ("sections", ["pt"], "ch8", "train"),
]


def test_a_fault_that_cannot_be_new_is_refused_and_leaves_nothing(untouched: Path) -> None:
    before = contents(untouched)
    code = f"""
from course.audit.new import create
from course.message import WrongUse

for fault in {REFUSED_FAULTS}:
    try:
        create("fault", *fault)
    except WrongUse:
        print(fault)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=untouched, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(fault) for fault in REFUSED_FAULTS]
    assert contents(untouched) == before
