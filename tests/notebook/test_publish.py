"""Notebooks are written into a directory: all of them, the same each time, and over no other files."""

import ast
import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import nbformat
import pytest
from support.commands import run
from support.paths import ROOT

from course.i18n import LANGUAGES
from course.message import WrongUse
from course.notebook.writing.cells import FAILS
from course.notebook.writing.front import FOLDER, Place, file_name
from course.notebook.writing.publish import INDEX, books, publish


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("notebooks")
    publish(directory)
    return directory


def test_there_is_one_notebook_for_each_chapter_framework_and_language_and_an_index_of_all(out: Path) -> None:
    expected = {
        file_name(chapter.name, framework, language) for chapter, framework in books() for language in LANGUAGES
    }
    assert {path.name for path in out.glob("*.ipynb")} == expected
    text = (out / INDEX).read_text(encoding="utf-8")
    assert all(f"]({name})" in text for name in expected)


def test_another_process_writes_the_same_bytes_and_imports_no_framework(out: Path, tmp_path: Path) -> None:
    check = (
        "import sys; from pathlib import Path; from course.notebook.writing.publish import publish; publish(Path(sys.argv[1])); "
        "print([name for name in ('tensorflow', 'torch', 'transformers', 'datasets', 'IPython') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", check, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in out.iterdir()
    }


def test_every_name_in_a_notebook_is_bound_before_it_is_used(out: Path) -> None:
    """A notebook is run in its own framework, and only before a release; whether its cells fit together is seen here."""
    for path in out.glob("*.en.ipynb"):
        source = program(path)
        found = undefined(source)
        assert found == [], path.name
        # the check can fail: without what the first cell of the lesson binds, or without the function that starts a case, names are missing
        assert undefined(source.replace("checkpoint = lesson.checkpoint", "").replace("def main(", "def other(")) != []


def program(path: Path) -> str:
    """The code of a notebook as one program; of a cell that must fail, all but the statement that does."""
    lines = []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            body = ast.parse(cell.source).body
            kept = body[:-1] if FAILS in cell.metadata.get("tags", []) else body
            if cell.id.startswith("edition-") and len(kept) < len(body):
                # some of these functions are shown because a name in them is not bound
                kept = [statement for statement in kept if not isinstance(statement, ast.FunctionDef)]
            lines += [ast.unparse(statement) for statement in kept]
    return "\n".join(lines)


def undefined(source: str) -> list[str]:
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "F821",
        "--output-format",
        "concise",
        "-",
    ]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if "F821" in line]


def test_every_notebook_is_valid_and_small(out: Path) -> None:
    for path in out.glob("*.ipynb"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            nbformat.validate(json.loads(path.read_text(encoding="utf-8")))
        assert path.stat().st_size < 350_000
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        assert metadata.keys() == {"kernelspec", "language_info", "colab", "course"}


def test_each_badge_leads_to_a_file_that_is_generated(out: Path) -> None:
    place = Place()
    found = set()
    prefix = f"https://colab.research.google.com/github/{place.repository}/blob/{place.branch}/{FOLDER}/"
    for path in out.iterdir():
        for name in re.findall(
            r"\]\((https://colab\.research\.google\.com/github/[^)]*)\)", path.read_text(encoding="utf-8")
        ):
            name = name.replace('\\"', "")
            assert name.startswith(prefix)
            found.add(name.removeprefix(prefix))
    assert found == {path.name for path in out.glob("*.ipynb")}


def test_repository_and_branch_are_those_of_the_options(tmp_path: Path) -> None:
    done = run("notebooks", "--out", str(tmp_path), "--chapter", "ch8", "--framework", "pt", "--lang", "ko",
                   "--repository", "somebody/fork", "--branch", "next")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"ch8_pt.ko.ipynb", INDEX}
    text = (tmp_path / "ch8_pt.ko.ipynb").read_text(encoding="utf-8")
    assert "github/somebody/fork/blob/next/notebooks/ch8_pt.ko.ipynb" in text
    assert "git+https://github.com/somebody/fork@next" in text
    assert Place().repository not in text


@pytest.mark.parametrize("arguments", [["--chapter", "ch99"], ["--framework", "jax"], ["--lang", "xx"],
                                       ["--repository", "no"], ["--branch", ""]])  # fmt: skip
def test_wrong_use_is_one_sentence_and_writes_nothing(arguments: list[str], tmp_path: Path) -> None:
    done = run("notebooks", "--out", str(tmp_path / "new"), *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "new").exists()


def test_a_directory_that_cannot_be_made_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("notebooks", "--out", str(tmp_path / "file" / "below"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert run("notebooks").returncode == 2


@pytest.mark.parametrize("content", ["", "{}", '{"metadata": {"course": {"generated": "yes"}}}', "[1]", "\x00"])
@pytest.mark.parametrize("name", ["ch8_pt.it.ipynb", INDEX])
def test_what_somebody_else_has_made_is_overwritten_by_force_only(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(WrongUse, match=re.escape(name)):
        publish(tmp_path, "ch8", "pt", "it")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == content
    publish(tmp_path, "ch8", "pt", "it", force=True)
    publish(tmp_path, "ch8", "pt", "it")
    assert (tmp_path / name).stat().st_size > len(content)
